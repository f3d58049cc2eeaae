#!/bin/sh
# One of very many small pieces of work.
set -eu
echo "parcel $JOB_COMPLETION_INDEX sorted"
