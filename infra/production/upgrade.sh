#!/bin/sh
# upgrade.sh: replaces the running release by the one of this checkout (infra/runbook.md, "Upgrade and rollback"): backup, images,
# migrations, checks, then one container after the other. When a check fails, the former release goes on or returns by itself, and
# the exit code is 1.
set -eu
cd "$(dirname "$0")"
program=upgrade
. ./release.sh

# Former releases that a rollback can return to; the images of older ones are deleted.
max_former=3

release=$(sed -n 's/^  "version": "\([0-9][0-9.]*\)",$/\1/p' ../../package.json)
[ -n "$release" ] || fail 'package.json of this checkout has no version'
[ -e .env ] || fail 'there is no .env here: run ./setup.sh and docker compose up -d'
former=$(value_of RELEASE)
# Images had no version once.
former=${former:-latest}
[ "$release" != "$former" ] || fail "release $release runs already: check out another one"
# `docker compose` would build missing ones from this checkout, which is another release.
has_images "$former" || fail "the images of release $former are not here: correct RELEASE and IMAGE_REGISTRY in .env"
former_apis=$(compose "$former" ps -q api)
[ -n "$former_apis" ] || fail "the shop does not run: docker compose up -d"

stay() {
  fail "$1: nothing was replaced, release $former still runs"
}

say "1. backup of release $former"
# mutation test: upgrade-needs-backup
compose "$former" run --rm --no-deps -T backup || stay 'the backup failed'
compose "$former" run --rm --no-deps -T backup node api/src/backup/check.ts || stay 'the backup does not open'

say "2. images of release $release"
if [ -n "${IMAGE_REGISTRY:-$(value_of IMAGE_REGISTRY)}" ]; then
  compose "$release" pull api edge || stay 'the images cannot be pulled'
else
  compose "$release" build api edge || stay 'the images cannot be built'
fi
proxy=$(list_services "$release" proxy) || stay 'compose.yml is not valid'
# Its start must not wait for a download.
[ -z "$proxy" ] || compose "$release" pull --policy missing proxy || stay 'the image of the proxy cannot be pulled'

say '3. migrations'
# Without effect unless compose.yml of this release names another image for them.
bundled=$(list_services "$release" postgres redis store) || stay 'compose.yml is not valid'
# shellcheck disable=SC2086 # one argument for each
[ -z "$bundled" ] || compose "$release" up -d --no-deps --wait $bundled || stay 'Postgres, Redis or the store is not healthy'
compose "$release" run --rm --no-deps -T migrate || stay 'the migrations failed'
if [ -n "$(list_services "$release" prepare)" ]; then
  compose "$release" run --rm --no-deps -T prepare || stay 'the picture store could not be prepared'
fi

say "4. checks of release $release"
# An outage elsewhere must not prevent an upgrade: the release may contain what it needs.
doctor_options=--allow-outages
# shellcheck disable=SC2086 # one argument for each
if ! has_healthy $former_apis; then
  say "the API of release $former is not healthy: the public address, where it would respond, is not checked"
  doctor_options='--allow-outages --no-origin'
fi
# mutation test: upgrade-needs-doctor
# shellcheck disable=SC2086 # one argument for each
RELEASE=$release ./doctor.sh $doctor_options || stay 'doctor.sh found a problem'
# mutation test: upgrade-tries-api
try_api "$release" || stay "the API of release $release does not respond"
# Such a picture is shown in its other sizes.
compose "$release" run --rm --no-deps -T api node api/src/complete-pictures.ts ||
  say 'some pictures lack sizes (see above): the API tries again every hour'

formers=$former
for name in $(value_of FORMER_RELEASES); do
  if [ "$name" = "$release" ]; then continue; fi
  # shellcheck disable=SC2086 # counts them
  set -- $formers
  if [ $# -lt $max_former ]; then formers="$formers $name"; fi
done

say "5. from release $former to $release"
switch_or_return "$release" "$former" "$formers"
# Those of older releases, and of others that failed or were left by a rollback. Docker keeps what a container uses.
for kind in app edge; do
  repository=$(image_of $kind '')
  for tag in $(docker image ls --format '{{.Tag}}' "${repository%:}"); do
    # The try-out, which may be stopped, has the tag `latest`.
    # mutation test: only-releases-deleted
    case $tag in *[!0-9.]*) continue ;; esac
    # mutation test: former-images-kept
    case " $release $formers " in *" $tag "*) ;; *) docker image rm "$repository$tag" >/dev/null 2>&1 || : ;; esac
  done
done
say "release $release runs; ./rollback.sh returns to $former"
