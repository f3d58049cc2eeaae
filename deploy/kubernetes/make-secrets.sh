#!/bin/sh
# Makes the namespace, and the Secret of each service in it: the address of MongoDB and NATS, the keys of stored secrets, its own NATS
# key (npm run nats-access -- --out access makes them), and for the api the first administrator's token. Keys of stored secrets and the
# token are kept where they exist: whatever else than "not found" comes in answer to the question for them ends the script.
#   MONGODB_URI=mongodb://… NATS_URL=tls://… deploy/kubernetes/make-secrets.sh access
# NAMESPACE: the namespace of the services (carillon). SECRET_KEYS: the keys to use, which have to contain the present ones, unless
# REPLACE_SECRET_KEYS=yes says that nothing needs those any more. With BACKUP_STORE_URL also the Secret of backups, of BACKUP_* and
# DRILL_MONGODB_URI (docs/env.md); what is not given stays as it is there. BACKUP_KEYS are made and kept like SECRET_KEYS.
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

new_key() { echo "$1:$(head -c 32 /dev/urandom | base64 | tr -d '\n')"; }

# Ends the script if keys (the third argument) lack one of the present ones (the second). Base64 contains no space.
keep_keys() {
  for key in $(echo "$2" | tr , ' '); do
    case ",$3," in *",$key,"*) ;; *)
      [ "${REPLACE_SECRET_KEYS:-}" = yes ] || fail "$1 lacks the present key ${key%%:*}: what it encrypts could not be read any more. $4" ;;
    esac
  done
}

# In files, so that no value is ever in the arguments of a process.
apply() {
  rm -f "$work/kept"
  $kubectl -n "$namespace" create secret generic "$1" --from-file="$work" --dry-run=client -o yaml | $kubectl apply -f - >&2
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
keys=${SECRET_KEYS:-${present:-$(new_key k1)}}
keep_keys SECRET_KEYS "$present" "$keys" 'After npm run rekey, REPLACE_SECRET_KEYS=yes removes it'
token=${BOOTSTRAP_TOKEN:-${token:-$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')}}
for service in api scheduler executor log-collector; do
  rm -f "$work"/*
  printf %s "$MONGODB_URI" > "$work/MONGODB_URI"
  printf %s "$NATS_URL" > "$work/NATS_URL"
  printf %s "$keys" > "$work/SECRET_KEYS"
  tr -d '\n' < "$access/$service.nk" > "$work/NATS_NKEY"
  [ "$service" != api ] || printf %s "$token" > "$work/BOOTSTRAP_TOKEN"
  apply "carillon-$service"
done
rm -f "$work"/*
url=${BACKUP_STORE_URL:-$(kept carillon-backup BACKUP_STORE_URL)}
if [ -n "$url" ]; then
  present=$(kept carillon-backup BACKUP_KEYS)
  backup_keys=${BACKUP_KEYS:-${present:-$(new_key b1)}}
  keep_keys BACKUP_KEYS "$present" "$backup_keys" 'REPLACE_SECRET_KEYS=yes removes it once no backup needs it'
  for name in BACKUP_STORE_BUCKET BACKUP_STORE_REGION BACKUP_STORE_PREFIX BACKUP_STORE_KEY BACKUP_STORE_SECRET BACKUP_KEEP \
    BACKUP_MIB_PER_SECOND DRILL_MONGODB_URI; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || value=$(kept carillon-backup "$name")
    [ -z "$value" ] || printf %s "$value" > "$work/$name"
  done
  printf %s "$MONGODB_URI" > "$work/MONGODB_URI"
  printf %s "$keys" > "$work/SECRET_KEYS"
  printf %s "$url" > "$work/BACKUP_STORE_URL"
  printf %s "$backup_keys" > "$work/BACKUP_KEYS"
  apply carillon-backup
fi
echo "the first administrator's token: kubectl -n $namespace get secret carillon-api -o jsonpath={.data.BOOTSTRAP_TOKEN} | base64 -d" >&2
