"""What is on offer: how many records each cell holds, what one costs, and what was bought."""
