SELECT
  `t1`.`d0`,
  `t1`.`d1`,
  `t1`.`d2`,
  `t1`.`d3`,
  `t1`.`d4`,
  `t1`.`lacks`,
  COUNT(*) AS `r`,
  COUNT(IF(`t1`.`cb`, `t1`.`cb`, NULL)) AS `cb`,
  MAX(`t1`.`ch`) AS `ch`,
  SUM(CAST(`t1`.`cs` AS DECIMAL(38, 0))) AS `cs`,
  COUNT(IF(`t1`.`pl`, `t1`.`pl`, NULL)) AS `pl`,
  COUNT(IF(`t1`.`pn`, `t1`.`pn`, NULL)) AS `pn`,
  MAX(`t1`.`ph`) AS `ph`,
  COUNT(IF(`t1`.`pu0`, `t1`.`pu0`, NULL)) AS `pu0`,
  SUM(CAST(`t1`.`ps0` AS DECIMAL(38, 0))) AS `ps0`,
  COUNT(IF(`t1`.`pu2`, `t1`.`pu2`, NULL)) AS `pu2`,
  SUM(CAST(`t1`.`ps2` AS DECIMAL(38, 0))) AS `ps2`,
  COUNT(IF(`t1`.`pu4`, `t1`.`pu4`, NULL)) AS `pu4`,
  SUM(CAST(`t1`.`ps4` AS DECIMAL(38, 0))) AS `ps4`,
  COUNT(IF(`t1`.`pu6`, `t1`.`pu6`, NULL)) AS `pu6`,
  SUM(CAST(`t1`.`ps6` AS DECIMAL(38, 0))) AS `ps6`
FROM (
  SELECT
    `t0`.`team` AS `d0`,
    CASE
      WHEN IF(
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS STRING),
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`)
      ) IS NULL
      THEN CAST(NULL AS STRING)
      WHEN IF(
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS STRING),
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`)
      ) IN ('red', '(other)')
      THEN IF(
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A'),
        CAST(NULL AS STRING),
        TRIM(' \t\n\r\v\f' FROM `t0`.`team`)
      )
      ELSE '(other)'
    END AS `d1`,
    CASE
      WHEN `t0`.`age` IS NULL
      THEN 3
      WHEN `t0`.`age` < 30
      THEN 0
      WHEN `t0`.`age` < 60
      THEN 1
      ELSE 2
    END AS `d2`,
    CASE
      WHEN `t0`.`paid` IS NULL
      OR ISNAN(`t0`.`paid`)
      OR ISNAN(`t0`.`paid`)
      OR (
        FALSE OR FALSE
      )
      THEN 3
      WHEN `t0`.`paid` <= 1.5
      THEN 0
      WHEN `t0`.`paid` <= 3.0
      THEN 1
      ELSE 2
    END AS `d3`,
    CASE
      WHEN `t0`.`day` IS NULL
      THEN 2
      WHEN CAST(`t0`.`day` AS DATE) < MAKE_DATE(2024, 2, 1)
      THEN 0
      ELSE 1
    END AS `d4`,
    FALSE AS `lacks`,
    COALESCE(
      CAST(`t0`.`n` AS DOUBLE) IS NULL
      OR ISNAN(CAST(`t0`.`n` AS DOUBLE))
      OR (
        CAST(`t0`.`n` AS DOUBLE) < 0
      )
      OR (
        CAST(`t0`.`n` AS DOUBLE) <> CAST(FLOOR(CAST(`t0`.`n` AS DOUBLE)) AS BIGINT)
      ),
      TRUE
    ) AS `cb`,
    COALESCE(CAST(`t0`.`n` AS DOUBLE), 0.0) AS `ch`,
    IF(
      CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0,
      CAST(CAST(`t0`.`n` AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS `cs`,
    CAST(`t0`.`price` AS DOUBLE) IS NULL OR ISNAN(CAST(`t0`.`price` AS DOUBLE)) AS `pl`,
    COALESCE(CAST(`t0`.`price` AS DOUBLE) < 0, FALSE) AS `pn`,
    COALESCE(CAST(`t0`.`price` AS DOUBLE), 0.0) AS `ph`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 1.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 1.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu0`,
    IF(
      CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0,
      CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS `ps0`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 100.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 100.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu2`,
    IF(
      CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0,
      CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS `ps2`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 10000.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 10000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu4`,
    IF(
      CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0,
      CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS `ps4`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 1000000.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS BIGINT) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 1000000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu6`,
    IF(
      CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0,
      CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS BIGINT) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS BIGINT),
      CAST(NULL AS BIGINT)
    ) AS `ps6`
  FROM `people` AS `t0`
) AS `t1`
GROUP BY
  1,
  2,
  3,
  4,
  5,
  6
