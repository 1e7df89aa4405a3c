"""The paper's own experiments, one file per table or figure, with its printed numbers beside ours."""
