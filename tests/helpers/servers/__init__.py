"""Real servers for tests, on loopback: PostgreSQL, and Spark with a master and two workers.

All processes of a test run share them. Whoever needs one first starts it, and when nobody is left, also
because they were killed, it stops.
"""
