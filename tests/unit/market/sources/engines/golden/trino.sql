SELECT
  "t1"."d0",
  "t1"."d1",
  "t1"."d2",
  "t1"."d3",
  "t1"."d4",
  "t1"."lacks",
  COUNT(*) AS "r",
  COUNT("t1"."cb") FILTER(WHERE
    "t1"."cb") AS "cb",
  MAX("t1"."ch") AS "ch",
  SUM(CAST("t1"."cs" AS DECIMAL(38, 0))) AS "cs",
  COUNT("t1"."pl") FILTER(WHERE
    "t1"."pl") AS "pl",
  COUNT("t1"."pn") FILTER(WHERE
    "t1"."pn") AS "pn",
  MAX("t1"."ph") AS "ph",
  COUNT("t1"."pu0") FILTER(WHERE
    "t1"."pu0") AS "pu0",
  SUM(CAST("t1"."ps0" AS DECIMAL(38, 0))) AS "ps0",
  COUNT("t1"."pu2") FILTER(WHERE
    "t1"."pu2") AS "pu2",
  SUM(CAST("t1"."ps2" AS DECIMAL(38, 0))) AS "ps2",
  COUNT("t1"."pu4") FILTER(WHERE
    "t1"."pu4") AS "pu4",
  SUM(CAST("t1"."ps4" AS DECIMAL(38, 0))) AS "ps4",
  COUNT("t1"."pu6") FILTER(WHERE
    "t1"."pu6") AS "pu6",
  SUM(CAST("t1"."ps6" AS DECIMAL(38, 0))) AS "ps6"
FROM (
  SELECT
    "t0"."team" AS "d0",
    CASE
      WHEN IF(
        TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS VARCHAR),
        TRIM(' 	
' FROM "t0"."team")
      ) IS NULL
      THEN CAST(NULL AS VARCHAR)
      WHEN IF(
        TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS VARCHAR),
        TRIM(' 	
' FROM "t0"."team")
      ) IN ('red', '(other)')
      THEN IF(
        TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS VARCHAR),
        TRIM(' 	
' FROM "t0"."team")
      )
      ELSE '(other)'
    END AS "d1",
    CASE
      WHEN "t0"."age" IS NULL
      THEN 3
      WHEN "t0"."age" < 30
      THEN 0
      WHEN "t0"."age" < 60
      THEN 1
      ELSE 2
    END AS "d2",
    CASE
      WHEN (
        "t0"."paid" IS NULL
      ) OR IS_NAN("t0"."paid") OR IS_INFINITE("t0"."paid")
      THEN 3
      WHEN "t0"."paid" <= CAST(1.5 AS DOUBLE)
      THEN 0
      WHEN "t0"."paid" <= CAST(3.0 AS DOUBLE)
      THEN 1
      ELSE 2
    END AS "d3",
    CASE
      WHEN "t0"."day" IS NULL
      THEN 2
      WHEN CAST("t0"."day" AS DATE) < FROM_ISO8601_DATE('2024-02-01')
      THEN 0
      ELSE 1
    END AS "d4",
    FALSE AS "lacks",
    COALESCE(
      (
        CAST("t0"."n" AS DOUBLE) IS NULL
      )
      OR (
        CAST("t0"."n" AS DOUBLE) < 0
      )
      OR (
        CAST("t0"."n" AS DOUBLE) <> CAST(FLOOR(CAST("t0"."n" AS DOUBLE)) AS BIGINT)
      ),
      TRUE
    ) AS "cb",
    COALESCE(CAST("t0"."n" AS DOUBLE), CAST(0.0 AS DOUBLE)) AS "ch",
    IF(
      CAST("t0"."n" AS DOUBLE) BETWEEN CAST(0.0 AS DOUBLE) AND CAST(9007199254740992.0 AS DOUBLE),
      CAST(CAST("t0"."n" AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS "cs",
    CAST("t0"."price" AS DOUBLE) IS NULL AS "pl",
    COALESCE(CAST("t0"."price" AS DOUBLE) < 0, FALSE) AS "pn",
    COALESCE(CAST("t0"."price" AS DOUBLE), CAST(0.0 AS DOUBLE)) AS "ph",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE)
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(
          CAST(0.01 AS DOUBLE),
          CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE) * CAST(1e-14 AS DOUBLE)
        )
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE)
        ) > CAST(9007199254740992.0 AS DOUBLE)
      ),
      FALSE
    ) AS "pu0",
    IF(
      CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) BETWEEN CAST(0.0 AS DOUBLE) AND CAST(9007199254740992.0 AS DOUBLE),
      CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS "ps0",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE)
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(
          CAST(0.01 AS DOUBLE),
          CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE) * CAST(1e-14 AS DOUBLE)
        )
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE)
        ) > CAST(9007199254740992.0 AS DOUBLE)
      ),
      FALSE
    ) AS "pu2",
    IF(
      CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) BETWEEN CAST(0.0 AS DOUBLE) AND CAST(9007199254740992.0 AS DOUBLE),
      CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(100.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS "ps2",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE)
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(
          CAST(0.01 AS DOUBLE),
          CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE) * CAST(1e-14 AS DOUBLE)
        )
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE)
        ) > CAST(9007199254740992.0 AS DOUBLE)
      ),
      FALSE
    ) AS "pu4",
    IF(
      CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) BETWEEN CAST(0.0 AS DOUBLE) AND CAST(9007199254740992.0 AS DOUBLE),
      CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(10000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS "ps4",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE)
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(
          CAST(0.01 AS DOUBLE),
          CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE) * CAST(1e-14 AS DOUBLE)
        )
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE)
        ) > CAST(9007199254740992.0 AS DOUBLE)
      ),
      FALSE
    ) AS "pu6",
    IF(
      CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) BETWEEN CAST(0.0 AS DOUBLE) AND CAST(9007199254740992.0 AS DOUBLE),
      CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE) * CAST(1000000.0 AS DOUBLE), 0) AS BIGINT) AS DOUBLE) * CAST("t0"."n" AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS "ps6"
  FROM "people" AS "t0"
) AS "t1"
GROUP BY
  1,
  2,
  3,
  4,
  5,
  6
