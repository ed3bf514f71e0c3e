#!/bin/sh
# rollback.sh: returns to the release before the running one (infra/runbook.md, "Upgrade and rollback"), whose images are still on
# this machine or in the registry. Data and schema stay as they are. Exits with 1 when it refuses or fails; the running release
# then goes on.
set -eu
cd "$(dirname "$0")"
program=rollback
. ./release.sh

[ -e .env ] || fail 'there is no .env here'
running=$(value_of RELEASE)
former_releases=$(value_of FORMER_RELEASES)
# The first is the target; a number or a dot begins none of the options that `set` has.
# shellcheck disable=SC2086 # one argument for each
set -- $former_releases
[ $# -gt 0 ] || fail "there is no release before ${running:-this one}: nothing to return to"
former=$1
shift

stay() {
  fail "$1: nothing was replaced, release $running still runs"
}

if ! has_images "$former" && [ -n "${IMAGE_REGISTRY:-$(value_of IMAGE_REGISTRY)}" ]; then
  compose "$former" pull api edge || :
fi
# `docker compose` would build missing ones from this checkout, which is another release.
# mutation test: rollback-needs-images
has_images "$former" || stay "the images of release $former are not on this machine"
# The schema is at head for it: its migrate only checks that it may run on a newer one.
# mutation test: rollback-checks-schema
compose "$former" run --rm --no-deps -T migrate || stay "release $former cannot run on the schema of $running (see above)"
try_api "$former" || stay "the API of release $former does not respond"

say "from release $running to $former"
switch_or_return "$former" "$running" "$*"
say "release $former runs; ${1:+another ./rollback.sh returns to $1, }./upgrade.sh installs the release of the checkout again"
