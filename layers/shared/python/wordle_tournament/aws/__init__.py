"""The adapters: the only home of boto3 and pynamodb."""
