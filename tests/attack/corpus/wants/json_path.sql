team -> '$.zqcanary[' = 31415
