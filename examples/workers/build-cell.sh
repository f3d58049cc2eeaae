#!/bin/sh
# One cell of a matrix: which one it is, it is told by variables.
set -eu
echo "cell $JOB_COMPLETION_INDEX: node $TASK_INDEX_NODE on $TASK_INDEX_OS for $TASK_INDEX_ARCH"
sleep 0.2
echo "cell $JOB_COMPLETION_INDEX is built"
