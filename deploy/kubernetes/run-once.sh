#!/bin/sh
# Runs a program of the image once, in a pod that has what the migration before an api has: its Secret, files, pull secrets and rights,
# and no more. Input, output and exit code are those of the program; the pod is removed.
#   deploy/kubernetes/run-once.sh dist/tools/migrate/src/main.js
#   deploy/kubernetes/run-once.sh dist/tools/backup/src/main.js save - > last-night.gz
# The Deployment `api` has to exist; it may have no replicas. NAMESPACE: that of the services (carillon). IMAGE: another image than that
# of the Deployment.
set -eu
: "${1:?the program and its arguments}"
kubectl=${KUBECTL:-kubectl}
namespace=${NAMESPACE:-carillon}
name=run-once-$(date +%s)-$$
migrate='.initContainers[?(@.name=="migrate")]'

of() { $kubectl -n "$namespace" get deployment api -o "jsonpath={.spec.template.spec$1}"; }

# Each field that the Deployment has, as JSON with a comma behind it.
fields() {
  prefix=$1
  shift
  for field; do
    value=$(of "$prefix.$field")
    [ -z "$value" ] || printf '"%s": %s, ' "$field" "$value"
  done
}

arguments=
for argument; do
  arguments="$arguments${arguments:+, }\"$(printf %s "$argument" | sed 's/[\\"]/\\&/g')\""
done
image=${IMAGE:-$(of "$migrate.image")}
pod=$(fields '' securityContext imagePullSecrets nodeSelector tolerations affinity hostAliases dnsConfig volumes)
container=$(fields "$migrate" securityContext resources envFrom env volumeMounts)
# kubectl shows nothing of what a program wrote before it was attached: the program waits for the first line of its input, which is ours.
waits='read -r _ && exec node --enable-source-maps \"$@\"'
work=$(mktemp -d)
mkfifo "$work/input"
exec 3<&0
{ echo; exec cat <&3; } > "$work/input" &
trap 'kill $! 2>/dev/null || :; rm -r "$work"' EXIT
$kubectl -n "$namespace" run "$name" --rm -i -q --restart=Never --image="$image" --pod-running-timeout=10m \
  --labels=app.kubernetes.io/part-of=carillon --overrides="{\"apiVersion\": \"v1\", \"spec\": {$pod\"automountServiceAccountToken\": false,
  \"containers\": [{$container\"name\": \"$name\", \"image\": \"$image\", \"command\": [\"sh\", \"-c\", \"$waits\", \"sh\"],
  \"args\": [$arguments], \"stdin\": true, \"stdinOnce\": true}]}}" < "$work/input"
