"""Tables that stay in an engine: a database, a warehouse or Spark counts them, and only cells come back."""
