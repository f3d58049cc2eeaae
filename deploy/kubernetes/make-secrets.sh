#!/bin/sh
# Makes the namespace, and the Secret of each service in it: the address of MongoDB and NATS, the keys of stored secrets, its own NATS
# key (npm run nats-access -- --out access makes them), and for the api the first administrator's token. What is there is kept where it is
# not given anew: keys of stored secrets above all.
#   MONGODB_URI=mongodb://… NATS_URL=tls://… deploy/kubernetes/make-secrets.sh access
set -eu
access=${1:?the folder that npm run nats-access has written}
: "${MONGODB_URI:?the address of MongoDB, with its database}" "${NATS_URL:?the address of NATS}"
kubectl=${KUBECTL:-kubectl}
here=$(cd "$(dirname "$0")" && pwd)

kept() { $kubectl -n carillon get secret "$1" -o "jsonpath={.data.$2}" 2>/dev/null | base64 -d; }

$kubectl apply -f "$here/base/namespace.yaml" >&2
keys=${SECRET_KEYS:-$(kept carillon-api SECRET_KEYS)}
keys=${keys:-k1:$(head -c 32 /dev/urandom | base64 | tr -d '\n')}
token=${BOOTSTRAP_TOKEN:-$(kept carillon-api BOOTSTRAP_TOKEN)}
token=${token:-$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 700 "$work"
for service in api scheduler executor log-collector; do
  # In files, so that no value is ever in the arguments of a process.
  rm -f "$work"/*
  printf %s "$MONGODB_URI" > "$work/MONGODB_URI"
  printf %s "$NATS_URL" > "$work/NATS_URL"
  printf %s "$keys" > "$work/SECRET_KEYS"
  tr -d '\n' < "$access/$service.nk" > "$work/NATS_NKEY"
  [ "$service" != api ] || printf %s "$token" > "$work/BOOTSTRAP_TOKEN"
  $kubectl -n carillon create secret generic "carillon-$service" --from-file="$work" --dry-run=client -o yaml |
    $kubectl apply -f - >&2
done
echo "the first administrator's token: kubectl -n carillon get secret carillon-api -o jsonpath={.data.BOOTSTRAP_TOKEN} | base64 -d" >&2
