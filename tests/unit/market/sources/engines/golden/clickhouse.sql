SELECT
  "t1"."d0" AS "d0",
  "t1"."d1" AS "d1",
  "t1"."d2" AS "d2",
  "t1"."d3" AS "d3",
  "t1"."d4" AS "d4",
  "t1"."lacks" AS "lacks",
  COUNT(*) AS "r",
  countIf("t1"."cb", "t1"."cb") AS "cb",
  MAX("t1"."ch") AS "ch",
  SUM(CAST("t1"."cs" AS Nullable(Decimal(38, 0)))) AS "cs",
  countIf("t1"."pl", "t1"."pl") AS "pl",
  countIf("t1"."pn", "t1"."pn") AS "pn",
  MAX("t1"."ph") AS "ph",
  countIf("t1"."pu0", "t1"."pu0") AS "pu0",
  SUM(CAST("t1"."ps0" AS Nullable(Decimal(38, 0)))) AS "ps0",
  countIf("t1"."pu2", "t1"."pu2") AS "pu2",
  SUM(CAST("t1"."ps2" AS Nullable(Decimal(38, 0)))) AS "ps2",
  countIf("t1"."pu4", "t1"."pu4") AS "pu4",
  SUM(CAST("t1"."ps4" AS Nullable(Decimal(38, 0)))) AS "ps4",
  countIf("t1"."pu6", "t1"."pu6") AS "pu6",
  SUM(CAST("t1"."ps6" AS Nullable(Decimal(38, 0)))) AS "ps6"
FROM (
  SELECT
    "t0"."team" AS "d0",
    CASE
      WHEN isNull(
        CASE
          WHEN TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
          THEN CAST(NULL AS Nullable(String))
          ELSE TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team")
        END
      )
      THEN CAST(NULL AS Nullable(String))
      WHEN CASE
        WHEN TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN CAST(NULL AS Nullable(String))
        ELSE TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team")
      END IN ('red', '(other)')
      THEN CASE
        WHEN TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team") IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN CAST(NULL AS Nullable(String))
        ELSE TRIM(BOTH ' \t\n\r\v\f' FROM "t0"."team")
      END
      ELSE '(other)'
    END AS "d1",
    CASE
      WHEN isNull("t0"."age")
      THEN 3
      WHEN "t0"."age" < 30
      THEN 0
      WHEN "t0"."age" < 60
      THEN 1
      ELSE 2
    END AS "d2",
    CASE
      WHEN isNull("t0"."paid") OR isNaN("t0"."paid") OR isInfinite("t0"."paid")
      THEN 3
      WHEN "t0"."paid" <= 1.5
      THEN 0
      WHEN "t0"."paid" <= 3.0
      THEN 1
      ELSE 2
    END AS "d3",
    CASE
      WHEN isNull("t0"."day")
      THEN 2
      WHEN CAST("t0"."day" AS Nullable(DATE)) < toDate('2024-02-01')
      THEN 0
      ELSE 1
    END AS "d4",
    FALSE AS "lacks",
    COALESCE(
      isNull(CAST("t0"."n" AS Nullable(Float64)))
      OR (
        CAST("t0"."n" AS Nullable(Float64)) < 0
      )
      OR (
        CAST("t0"."n" AS Nullable(Float64)) <> CAST(FLOOR(CAST("t0"."n" AS Nullable(Float64))) AS Nullable(Int64))
      ),
      TRUE
    ) AS "cb",
    COALESCE(CAST("t0"."n" AS Nullable(Float64)), 0.0) AS "ch",
    CASE
      WHEN CAST("t0"."n" AS Nullable(Float64)) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST("t0"."n" AS Nullable(Float64)) AS Nullable(Int64))
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "cs",
    isNull(CAST("t0"."price" AS Nullable(Float64))) AS "pl",
    COALESCE(CAST("t0"."price" AS Nullable(Float64)) < 0, FALSE) AS "pn",
    COALESCE(CAST("t0"."price" AS Nullable(Float64)), 0.0) AS "ph",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS Nullable(Float64)) * 1.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1.0, 0) AS Nullable(Int64)) AS Nullable(Float64))
        ) > LEAST(0.01, CAST("t0"."price" AS Nullable(Float64)) * 1.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64))
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu0",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) AS Nullable(Int64))
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "ps0",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS Nullable(Float64)) * 100.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 100.0, 0) AS Nullable(Int64)) AS Nullable(Float64))
        ) > LEAST(0.01, CAST("t0"."price" AS Nullable(Float64)) * 100.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 100.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64))
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu2",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 100.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 100.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) AS Nullable(Int64))
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "ps2",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS Nullable(Float64)) * 10000.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 10000.0, 0) AS Nullable(Int64)) AS Nullable(Float64))
        ) > LEAST(0.01, CAST("t0"."price" AS Nullable(Float64)) * 10000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 10000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64))
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu4",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 10000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 10000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) AS Nullable(Int64))
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "ps4",
    COALESCE(
      (
        ABS(
          (
            CAST("t0"."price" AS Nullable(Float64)) * 1000000.0
          ) - CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1000000.0, 0) AS Nullable(Int64)) AS Nullable(Float64))
        ) > LEAST(0.01, CAST("t0"."price" AS Nullable(Float64)) * 1000000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1000000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64))
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS "pu6",
    CASE
      WHEN CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1000000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST("t0"."price" AS Nullable(Float64)) * 1000000.0, 0) AS Nullable(Int64)) AS Nullable(Float64)) * CAST("t0"."n" AS Nullable(Float64)) AS Nullable(Int64))
      ELSE CAST(NULL AS Nullable(Int64))
    END AS "ps6"
  FROM "people" AS "t0"
) AS "t1"
GROUP BY
  "t1"."d0",
  "t1"."d1",
  "t1"."d2",
  "t1"."d3",
  "t1"."d4",
  "t1"."lacks"
