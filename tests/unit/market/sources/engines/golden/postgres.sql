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
      WHEN CASE
        WHEN TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN CAST(NULL AS VARCHAR)
        ELSE TRIM(' 	
' FROM "t0"."team")
      END IS NULL
      THEN CAST(NULL AS VARCHAR)
      WHEN CASE
        WHEN TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN CAST(NULL AS VARCHAR)
        ELSE TRIM(' 	
' FROM "t0"."team")
      END IN ('red', '(other)')
      THEN CASE
        WHEN TRIM(' 	
' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN CAST(NULL AS VARCHAR)
        ELSE TRIM(' 	
' FROM "t0"."team")
      END
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
      )
      OR (
        "t0"."paid" = CAST('NaN' AS DOUBLE PRECISION)
      )
      OR "t0"."paid" IN (CAST('Inf' AS DOUBLE PRECISION), -CAST('Inf' AS DOUBLE PRECISION))
      THEN 3
      WHEN "t0"."paid" <= 1.5
      THEN 0
      WHEN "t0"."paid" <= 3.0
      THEN 1
      ELSE 2
    END AS "d3",
    CASE
      WHEN "t0"."day" IS NULL
      THEN 2
      WHEN CAST("t0"."day" AS DATE) < MAKE_DATE(2024, 2, 1)
      THEN 0
      ELSE 1
    END AS "d4",
    FALSE AS "lacks",
    COALESCE(
      (
        CAST("t0"."n" AS DOUBLE PRECISION) IS NULL
      )
      OR (
        CAST("t0"."n" AS DOUBLE PRECISION) < 0
      )
      OR (
        CAST("t0"."n" AS DOUBLE PRECISION) <> CAST(FLOOR(CAST("t0"."n" AS DOUBLE PRECISION)) AS BIGINT)
      ),
      TRUE
    ) AS "cb",
    COALESCE(CAST("t0"."n" AS DOUBLE PRECISION), 0.0) AS "ch",
    CASE
      WHEN CAST("t0"."n" AS DOUBLE PRECISION) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST("t0"."n" AS DOUBLE PRECISION) AS BIGINT)
      ELSE CAST(NULL AS BIGINT)
    END AS "cs",
    CAST("t0"."price" AS DOUBLE PRECISION) IS NULL AS "pl",
    COALESCE(CAST("t0"."price" AS DOUBLE PRECISION) < 0, FALSE) AS "pn",
    COALESCE(CAST("t0"."price" AS DOUBLE PRECISION), 0.0) AS "ph",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE PRECISION) * 1.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1.0) AS BIGINT) AS DOUBLE PRECISION)
        ) > LEAST(0.01, CAST("t0"."price" AS DOUBLE PRECISION) * 1.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu0",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) AS BIGINT)
      ELSE CAST(NULL AS BIGINT)
    END AS "ps0",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE PRECISION) * 100.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 100.0) AS BIGINT) AS DOUBLE PRECISION)
        ) > LEAST(0.01, CAST("t0"."price" AS DOUBLE PRECISION) * 100.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 100.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu2",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 100.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 100.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) AS BIGINT)
      ELSE CAST(NULL AS BIGINT)
    END AS "ps2",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0) AS BIGINT) AS DOUBLE PRECISION)
        ) > LEAST(0.01, CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu4",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 10000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) AS BIGINT)
      ELSE CAST(NULL AS BIGINT)
    END AS "ps4",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0) AS BIGINT) AS DOUBLE PRECISION)
        ) > LEAST(0.01, CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu6",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS DOUBLE PRECISION) * 1000000.0) AS BIGINT) AS DOUBLE PRECISION) * CAST("t0"."n" AS DOUBLE PRECISION) AS BIGINT)
      ELSE CAST(NULL AS BIGINT)
    END AS "ps6"
  FROM "people" AS "t0"
) AS "t1"
GROUP BY
  1,
  2,
  3,
  4,
  5,
  6
