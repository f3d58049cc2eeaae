#!/usr/bin/env bash
# Tries Carillon on this machine's Docker from beginning to end, and removes what it has made: builds the image, starts all containers with
# random secrets, waits until they are well, runs a job through the command line and sees its log, kills an executor while another run
# waits for it, and sees that run finish as well. Needs nothing but Docker with Compose 2, and takes some minutes, most of them for the image.
#   deploy/compose/try/try.sh          PORT=8081 deploy/compose/try/try.sh where 8080 is taken
#   KEEP=1 deploy/compose/try/try.sh   leaves it running, and says how to remove it
#   IMAGE=carillon:<version>           takes an image that is there (npm run image) and builds none; with it
#   CLI=scripts/carillon.mjs           the command line, which asks CARILLON_SERVER (http://localhost:8080)
#   OVERRIDE=own.yaml                  another compose file on top, such as for images of a registry of yours
# Exit code: 0 all checks passed; 1 something did not; 69 Docker is not there, or Carillon runs here already.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

HERE=deploy/compose/try
# Its own project, network, volumes and keys: an installation of this checkout is left alone.
PROJECT=carillon-try
CLI_IMAGE=carillon-try-cli
WORKER=carillon-try-worker
WORKER_URL=${WORKER_URL:-http://$WORKER:8081/}
# Seconds for one command, and for all containers to get well.
LIMIT=${LIMIT:-180}
IMAGE=${IMAGE:-}
CLI=${CLI:-scripts/carillon.mjs}

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '\ntry.sh: %s\n' "$*" >&2
  exit "${2:-1}"
}
# Bytes in base64, and in hexadecimal digits, from the system.
random_base64() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
random_hex() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
compose() { docker compose -p "$PROJECT" -f deploy/compose/compose.yaml ${OVERRIDE:+-f "$OVERRIDE"} "$@"; }
# The command line, as the image's build stage has it. The token is in the environment, where no list of processes shows it.
carillon() {
  if [ -n "$IMAGE" ]; then
    NO_COLOR=1 timeout "$LIMIT" "$CLI" "$@"
    return
  fi
  timeout "$LIMIT" docker run --rm -i --network carillon_edge -e CARILLON_SERVER -e CARILLON_TOKEN -e NO_COLOR=1 "$CLI_IMAGE" \
    node dist/apps/cli/src/main.js "$@"
}
health_of() { docker inspect -f '{{.State.Health.Status}}' "$(compose ps -q "$1")" 2>/dev/null || true; }
# `up --wait` fails where a container ends by design, as the migration does.
until_healthy() {
  local service until=$((SECONDS + LIMIT))
  for service in "$@"; do
    until [ "$(health_of "$service")" = healthy ]; do
      [ "$SECONDS" -lt "$until" ] || fail "$service is not healthy after $LIMIT s"
      sleep 1
    done
  done
}

docker compose version >/dev/null 2>&1 || { printf 'try.sh needs Docker with Compose 2\n' >&2; exit 69; }
if docker network inspect carillon_edge >/dev/null 2>&1; then
  printf 'try.sh: Carillon runs on this machine already (there is the network carillon_edge)\n' >&2
  exit 69
fi

secrets=$(mktemp -d)
chmod 700 "$secrets"
ended() {
  local status=$?
  trap - EXIT
  if [ "$status" -ne 0 ]; then compose logs --tail 20 >&2 || true; fi
  if [ "${KEEP:-}" = 1 ] && [ "$status" -eq 0 ]; then
    say "it runs at http://localhost:$PORT; to remove it:"
    printf '   docker rm -f %s; docker compose -p %s down -v\n' "$WORKER" "$PROJECT"
    printf '   the token of the administrator is in %s/token\n' "$secrets"
    exit 0
  fi
  say 'removing all containers and data'
  docker rm -f "$WORKER" >/dev/null 2>&1 || true
  compose down --volumes --remove-orphans >/dev/null 2>&1 || true
  rm -rf "$secrets"
  exit "$status"
}
trap ended EXIT
trap 'exit 130' INT TERM

SECRET_KEYS="k1:$(random_base64 32)"
BOOTSTRAP_TOKEN=$(random_hex 32)
GRAFANA_PASSWORD=$(random_hex 16)
PORT=${PORT:-8080}
ACCESS=$secrets/access
CARILLON_TOKEN=$BOOTSTRAP_TOKEN
[ -z "$IMAGE" ] || CARILLON_SERVER=${CARILLON_SERVER:-http://localhost:$PORT}
CARILLON_SERVER=${CARILLON_SERVER:-http://api:8080}
export SECRET_KEYS BOOTSTRAP_TOKEN GRAFANA_PASSWORD PORT ACCESS CARILLON_TOKEN CARILLON_SERVER
(umask 077 && printf '%s\n' "$BOOTSTRAP_TOKEN" >"$secrets/token")

if [ -n "$IMAGE" ]; then
  say "taking the image $IMAGE"
  docker tag "$IMAGE" carillon
else
  say 'building the image'
  compose build api
  docker build -q --target build -t "$CLI_IMAGE" -f deploy/docker/Dockerfile . >/dev/null
fi

say 'making a NATS key for each service'
mkdir "$ACCESS"
docker run --rm --user "$(id -u):$(id -g)" -v "$ACCESS:/access" carillon dist/tools/nats-access/src/main.js --out /access

say 'starting all containers, until each is healthy'
compose up -d
until_healthy mongo nats api scheduler executor log-collector

say 'applying a worker and a job'
docker run -d --name "$WORKER" --network carillon_edge -v "$PWD/$HERE/worker.mjs:/worker.mjs:ro" carillon /worker.mjs >/dev/null
sed "s|WORKER_URL|$WORKER_URL|" "$HERE/job.yaml" | carillon apply -f -

say 'running the job, and following its log'
log=$(carillon run try-hello --follow) || fail "the run did not succeed: $log"
printf '%s\n' "$log"
grep -q 'hello from run' <<<"$log" || fail 'its log does not say hello'

say 'killing the executor, and starting a run meanwhile'
compose kill -s SIGKILL executor
run=$(carillon run try-hello -o name)
compose up -d executor
until_healthy executor
log=$(carillon logs "$run" --follow) || fail "the log of the run $run could not be read"
printf '%s\n' "$log"
grep -q "hello from run $run" <<<"$log" || fail "the run $run, which waited for the executor, did not say hello"
state=$(carillon get runs "$run" -o json)
grep -q '"state": "FINISHED"' <<<"$state" || fail "the run $run did not finish"

say 'all checks passed'
