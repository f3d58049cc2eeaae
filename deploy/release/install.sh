#!/bin/sh
# Installs Carillon from the folder of a release alone, which this file is part of, after it has compared the checksums.
#   sh install.sh npm DIR       the command line, which starts a whole scheduler by `carillon up`; needs Node 20.19 or newer
#   sh install.sh program DIR   the command line as one program for Linux on x86-64, without Node
#   sh install.sh image DIR     the content of the image for this machine, where there is no Docker; needs nothing but tar
# Where there is Docker: docker load -i carillon-image-<version>.oci.tar. In a cluster, with that image in a registry:
#   helm upgrade --install carillon carillon-chart-<version>.tgz …
# Exit code: 0 it is installed; 1 it is not; 64 for a wrong call.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

if [ $# -ne 2 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
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

(cd "$here" && sha256sum -c --quiet SHA256SUMS)

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
  case $(uname -m) in
  x86_64) architecture=amd64 ;;
  aarch64 | arm64) architecture=arm64 ;;
  *) printf 'there is no image for %s\n' "$(uname -m)" >&2 && exit 1 ;;
  esac
  blobs=$to/.blobs
  mkdir "$blobs"
  tar -xf "$(only 'carillon-image-*.oci.tar')" -C "$blobs"
  cd "$blobs/blobs/sha256"
  platforms=$(digests ../../index.json '' '' | head -n 1)
  manifest=$(digests "$platforms" '' ",\"size\":[0-9]*,\"platform\":{\"os\":\"linux\",\"architecture\":\"$architecture\"")
  for layer in $(digests "$manifest" 'layer.v1.tar+gzip",' ''); do
    tar -xzpf "$layer" -C "$to"
  done
  cd "$to"
  rm -r "$blobs"
  printf 'Unpacked. As root:\n  chroot --userspec=1000:1000 %s /usr/local/bin/node /app/dist/apps/api/src/main.js\n' "$to"
  ;;
*)
  printf 'there is no way %s to install it\n' "$kind" >&2
  exit 64
  ;;
esac
