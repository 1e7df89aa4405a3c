team = 'a'; zqcanary 27182818
