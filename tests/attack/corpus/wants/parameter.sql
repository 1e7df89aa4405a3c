team = :zqcanary$$
