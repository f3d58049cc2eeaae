#!/bin/sh
# Makes the namespace, and the Secret of each service in it: the address of MongoDB and NATS, the keys of stored secrets, its own NATS
# key (npm run nats-access -- --out access makes them), and for the api the first administrator's token. Keys of stored secrets and the
# token are kept where they exist: whatever else than "not found" comes in answer to the question for them ends the script.
#   MONGODB_URI=mongodb://… NATS_URL=tls://… deploy/kubernetes/make-secrets.sh access
# NAMESPACE: the namespace of the services (carillon). SECRET_KEYS: the keys to use, which have to contain the present ones, unless
# REPLACE_SECRET_KEYS=yes says that nothing needs those any more.
set -eu
access=${1:?the folder that npm run nats-access has written}
: "${MONGODB_URI:?the address of MongoDB, with its database}" "${NATS_URL:?the address of NATS}"
kubectl=${KUBECTL:-kubectl}
namespace=${NAMESPACE:-carillon}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"

# The value of a key of a Secret; empty if there is no such Secret. An error of kubectl ends the script (set -e).
kept() {
  $kubectl -n "$namespace" get secret "$1" --ignore-not-found -o "jsonpath={.data.$2}" > "$work/kept" || return
  base64 -d < "$work/kept"
}

fail() {
  echo "make-secrets.sh: $1" >&2
  exit 1
}

# A namespace of another name is created like that of the manifests; one that exists is left as it is.
if [ "$namespace" = carillon ] || [ -z "$($kubectl get namespace "$namespace" --ignore-not-found -o name)" ]; then
  sed "s/name: carillon$/name: $namespace/" "$here/base/namespace.yaml" | $kubectl apply -f - >&2
fi

present=$(kept carillon-api SECRET_KEYS) || fail "the present SECRET_KEYS could not be read; nothing was changed"
token=$(kept carillon-api BOOTSTRAP_TOKEN) || fail "the present BOOTSTRAP_TOKEN could not be read; nothing was changed"
if [ -z "$present" ]; then
  # The api's Secret may have been removed, and its keys with it, while data and the other Secrets are still there.
  others=$($kubectl -n "$namespace" get secret carillon-scheduler carillon-executor carillon-log-collector --ignore-not-found -o name)
  [ -z "$others" ] || [ -n "${SECRET_KEYS:-}" ] ||
    fail "the Secret carillon-api is missing, but others exist: give SECRET_KEYS, as each of them holds it"
fi
keys=${SECRET_KEYS:-${present:-k1:$(head -c 32 /dev/urandom | base64 | tr -d '\n')}}
# Base64 contains no space.
for key in $(echo "$present" | tr , ' '); do
  case ",$keys," in *",$key,"*) ;; *)
    [ "${REPLACE_SECRET_KEYS:-}" = yes ] ||
      fail "SECRET_KEYS lacks the present key ${key%%:*}: what it encrypts could not be read any more. After npm run rekey, REPLACE_SECRET_KEYS=yes removes it" ;;
  esac
done
token=${BOOTSTRAP_TOKEN:-${token:-$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')}}
for service in api scheduler executor log-collector; do
  # In files, so that no value is ever in the arguments of a process.
  rm -f "$work"/*
  printf %s "$MONGODB_URI" > "$work/MONGODB_URI"
  printf %s "$NATS_URL" > "$work/NATS_URL"
  printf %s "$keys" > "$work/SECRET_KEYS"
  tr -d '\n' < "$access/$service.nk" > "$work/NATS_NKEY"
  [ "$service" != api ] || printf %s "$token" > "$work/BOOTSTRAP_TOKEN"
  $kubectl -n "$namespace" create secret generic "carillon-$service" --from-file="$work" --dry-run=client -o yaml |
    $kubectl apply -f - >&2
done
echo "the first administrator's token: kubectl -n $namespace get secret carillon-api -o jsonpath={.data.BOOTSTRAP_TOKEN} | base64 -d" >&2
