team = 'zqcanary
