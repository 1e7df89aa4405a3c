country IN ('Germany', 'France')
AND age BETWEEN 45 AND 59
AND income IN ('50k to 100k', 'over 100k')
AND category = 'travel'
