#!/bin/sh
# Installs Carillon from the folder of a release alone, which this file is part of, after it has compared the checksums.
#   sh install.sh npm DIR       the command line, which starts a whole scheduler by `carillon up`; needs Node 20.19 or newer
#   sh install.sh program DIR   the command line as one program for Linux on x86-64, without Node
#   sh install.sh compose DIR   everything but the start, for Docker with Compose 2: the image is loaded, keys and secrets are made
#   sh install.sh cluster DIR   everything but the chart: NATS keys are made, and Secrets by kubectl; set MONGODB_URI and NATS_URL, as for
#                               deploy/kubernetes/make-secrets.sh; needs Linux
#   sh install.sh image DIR     the content of the image for this machine, where there is no Docker; needs nothing but tar
# For an upgrade, give compose and cluster the DIR of the former release: keys and secrets that are there are kept.
# Exit code: 0 it is installed; 1 it is not; 64 for a wrong call.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

if [ $# -ne 2 ]; then
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
kind=$1
mkdir -p "$2"
to=$(cd "$2" && pwd)

# only <pattern>: the one file of this name.
only() {
  find "$here" -maxdepth 1 -name "$1" | head -n 1
}

# digests <file> <what is before the digest, a pattern> <what is after it>: the names of blobs, in their order.
digests() {
  grep -o "$2\"digest\":\"sha256:[0-9a-f]*\"$3" "$1" | sed 's/.*"sha256:\([0-9a-f]*\)".*/\1/'
}

# unpack_image <folder>: what a container of this machine has.
unpack_image() (
  case $(uname -m) in
  x86_64) architecture=amd64 ;;
  aarch64 | arm64) architecture=arm64 ;;
  *) printf 'there is no image for %s\n' "$(uname -m)" >&2 && exit 1 ;;
  esac
  blobs=$1/.blobs
  mkdir "$blobs"
  tar -xf "$(only 'carillon-image-*.oci.tar')" -C "$blobs"
  cd "$blobs/blobs/sha256"
  platforms=$(digests ../../index.json '' '' | head -n 1)
  manifest=$(digests "$platforms" '' ",\"size\":[0-9]*,\"platform\":{\"os\":\"linux\",\"architecture\":\"$architecture\"")
  for layer in $(digests "$manifest" 'layer.v1.tar+gzip",' ''); do
    tar -xzpf "$layer" -C "$1"
  done
  rm -r "$blobs"
)

random() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }

(cd "$here" && sha256sum -c --quiet SHA256SUMS)
chart=$(only 'carillon-chart-*.tgz')
version=${chart##*/carillon-chart-}
version=${version%.tgz}

case $kind in
npm)
  npm install --prefix "$to" --no-audit --no-fund "$(only 'carillon-[0-9]*[0-9].tgz')"
  printf 'Installed. In %s:\n' "$to"
  printf '  CARILLON_SERVER_PACKAGE=%s npx carillon up\n' "$(only 'carillon-server-*.tgz')"
  printf '  npx carillon run example-disk-report --follow     in another terminal\n'
  ;;
program)
  tar -xzf "$(only 'carillon-*-linux-x64.tar.gz')" -C "$to" --strip-components 1
  printf 'Installed: %s/carillon --help\n' "$to"
  ;;
image)
  unpack_image "$to"
  printf 'Unpacked. As root:\n  chroot --userspec=1000:1000 %s /usr/local/bin/node /app/dist/apps/api/src/main.js\n' "$to"
  ;;
compose)
  tar -xzf "$(only 'carillon-deploy-*.tar.gz')" -C "$to"
  place=$to/deploy/compose
  settings=$place/.env
  docker load -q -i "$(only 'carillon-image-*.oci.tar')"
  image=carillon:$version
  # Without its containerd store Docker has a name for each platform.
  case $(uname -m) in
  aarch64 | arm64) if docker image inspect "$image-arm64" >/dev/null 2>&1; then image=$image-arm64; fi ;;
  esac
  mkdir -p "$place/access"
  docker run --rm -u "$(id -u):$(id -g)" -v "$place/access:/access" "$image" dist/tools/nats-access/src/main.js --out /access
  umask 077
  {
    printf 'IMAGE=%s\n' "$image"
    if [ -e "$settings" ]; then
      grep -v '^IMAGE=' "$settings"
    else
      printf 'SECRET_KEYS=k1:%s\nBOOTSTRAP_TOKEN=%s\n' "$(head -c 32 /dev/urandom | base64)" "$(random)"
      printf 'GRAFANA_PASSWORD=%s\n' "$(random)"
    fi
  } >"$settings.new"
  mv "$settings.new" "$settings"
  printf 'Keep %s: without its SECRET_KEYS no stored secret can be read. BOOTSTRAP_TOKEN is that of the administrator.\n' "$settings"
  printf '  docker compose -f %s/compose.yaml up -d\n' "$place"
  ;;
cluster)
  : "${MONGODB_URI:?the address of MongoDB, with its database}" "${NATS_URL:?the address of NATS}"
  tar -xzf "$(only 'carillon-deploy-*.tar.gz')" -C "$to"
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  unpack_image "$unpacked"
  "$unpacked/usr/local/bin/node" "$unpacked/app/dist/tools/nats-access/src/main.js" --out "$to/access"
  "$to/deploy/kubernetes/make-secrets.sh" "$to/access"
  printf 'NATS needs %s/access/nats.conf. Then, with the image in a registry of yours:\n' "$to"
  printf '  helm upgrade --install carillon %s -n %s --set image.repository=registry.example.com/carillon …\n' "$chart" "${NAMESPACE:-carillon}"
  ;;
*)
  printf 'there is no way %s to install it\n' "$kind" >&2
  exit 64
  ;;
esac
