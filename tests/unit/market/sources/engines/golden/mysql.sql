SELECT
  `t1`.`d0`,
  `t1`.`d1`,
  `t1`.`d2`,
  `t1`.`d3`,
  `t1`.`d4`,
  `t1`.`lacks`,
  COUNT(*) AS `r`,
  COUNT(CASE WHEN `t1`.`cb` THEN `t1`.`cb` ELSE NULL END) AS `cb`,
  MAX(`t1`.`ch`) AS `ch`,
  SUM(CAST(`t1`.`cs` AS DECIMAL(38, 0))) AS `cs`,
  COUNT(CASE WHEN `t1`.`pl` THEN `t1`.`pl` ELSE NULL END) AS `pl`,
  COUNT(CASE WHEN `t1`.`pn` THEN `t1`.`pn` ELSE NULL END) AS `pn`,
  MAX(`t1`.`ph`) AS `ph`,
  COUNT(CASE WHEN `t1`.`pu0` THEN `t1`.`pu0` ELSE NULL END) AS `pu0`,
  SUM(CAST(`t1`.`ps0` AS DECIMAL(38, 0))) AS `ps0`,
  COUNT(CASE WHEN `t1`.`pu2` THEN `t1`.`pu2` ELSE NULL END) AS `pu2`,
  SUM(CAST(`t1`.`ps2` AS DECIMAL(38, 0))) AS `ps2`,
  COUNT(CASE WHEN `t1`.`pu4` THEN `t1`.`pu4` ELSE NULL END) AS `pu4`,
  SUM(CAST(`t1`.`ps4` AS DECIMAL(38, 0))) AS `ps4`,
  COUNT(CASE WHEN `t1`.`pu6` THEN `t1`.`pu6` ELSE NULL END) AS `pu6`,
  SUM(CAST(`t1`.`ps6` AS DECIMAL(38, 0))) AS `ps6`
FROM (
  SELECT
    `t0`.`team` AS `d0`,
    CASE
      WHEN CASE
        WHEN TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`)))))) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN NULL
        ELSE TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`))))))
      END IS NULL
      THEN NULL
      WHEN CASE
        WHEN TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`)))))) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN NULL
        ELSE TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`))))))
      END IN ('red', '(other)')
      THEN CASE
        WHEN TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`)))))) IN ('', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '#N/A')
        THEN NULL
        ELSE TRIM(BOTH CAST(UNHEX(HEX(12)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(11)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(13)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(10)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(9)) AS CHAR) FROM TRIM(BOTH CAST(UNHEX(HEX(32)) AS CHAR) FROM `t0`.`team`))))))
      END
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
      WHEN CAST(`t0`.`day` AS DATE) < DATE('2024-02-01')
      THEN 0
      ELSE 1
    END AS `d4`,
    FALSE AS `lacks`,
    COALESCE(
      (
        CAST(`t0`.`n` AS DOUBLE) IS NULL
      )
      OR (
        CAST(`t0`.`n` AS DOUBLE) < 0
      )
      OR (
        CAST(`t0`.`n` AS DOUBLE) <> CAST(FLOOR(CAST(`t0`.`n` AS DOUBLE)) AS SIGNED)
      ),
      TRUE
    ) AS `cb`,
    COALESCE(CAST(`t0`.`n` AS DOUBLE), 0.0) AS `ch`,
    CASE
      WHEN CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(`t0`.`n` AS DOUBLE) AS SIGNED)
      ELSE NULL
    END AS `cs`,
    CAST(`t0`.`price` AS DOUBLE) IS NULL AS `pl`,
    COALESCE(CAST(`t0`.`price` AS DOUBLE) < 0, FALSE) AS `pn`,
    COALESCE(CAST(`t0`.`price` AS DOUBLE), 0.0) AS `ph`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 1.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS SIGNED) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 1.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu0`,
    CASE
      WHEN CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS SIGNED)
      ELSE NULL
    END AS `ps0`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 100.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS SIGNED) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 100.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu2`,
    CASE
      WHEN CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 100.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS SIGNED)
      ELSE NULL
    END AS `ps2`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 10000.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS SIGNED) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 10000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu4`,
    CASE
      WHEN CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 10000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS SIGNED)
      ELSE NULL
    END AS `ps4`,
    COALESCE(
      (
        ABS(
          (
            CAST(`t0`.`price` AS DOUBLE) * 1000000.0
          ) - CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS SIGNED) AS DOUBLE)
        ) > LEAST(0.01, CAST(`t0`.`price` AS DOUBLE) * 1000000.0 * 1e-14)
      )
      OR (
        (
          CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE)
        ) > 9007199254740992.0
      ),
      FALSE
    ) AS `pu6`,
    CASE
      WHEN CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) BETWEEN 0.0 AND 9007199254740992.0
      THEN CAST(CAST(CAST(ROUND(CAST(`t0`.`price` AS DOUBLE) * 1000000.0, 0) AS SIGNED) AS DOUBLE) * CAST(`t0`.`n` AS DOUBLE) AS SIGNED)
      ELSE NULL
    END AS `ps6`
  FROM `people` AS `t0`
) AS `t1`
GROUP BY
  1,
  2,
  3,
  4,
  5,
  6
