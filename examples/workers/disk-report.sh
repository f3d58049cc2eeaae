#!/bin/sh
# A worker can be written in anything that has an environment, an output and an exit code: here a shell script.
# Reports how full the file system is, and how that changed since the run before.
set -eu
used=$(df -P . | awk 'NR == 2 { print $3 }')
percent=$(df -P . | awk 'NR == 2 { print $5 }')
echo "run $RUN_ID of job $JOB_NAME for tenant $TENANT_ID"
echo "the file system of $PWD is $percent full ($used KiB)"
before=$(printf %s "$JOB_STORAGE" | sed -n 's/.*"usedKiB": *\([0-9]*\).*/\1/p')
if [ -n "$before" ]; then
  echo "that is $((used - before)) KiB more than at the last run that succeeded ($LAST_SUCCESS_FINISH)"
fi
echo "[saveJobStorage] {\"usedKiB\": $used}"
