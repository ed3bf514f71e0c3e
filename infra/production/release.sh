# What upgrade.sh and rollback.sh share: replacing the containers of one release by those of another (infra/decisions/0053-releases.md).
# Both read it with `.`, in this directory, after `set -eu`. A release is a version: the tag of the images tsedra-app and tsedra-edge.

# Seconds for a container to become healthy.
healthy_s=60

# A closed terminal or pipe (`| tee` after Ctrl-C) must not end this script, nor a program that it starts, before it has reverted.
trap '' PIPE

say() {
  # mutation test: output-may-be-gone
  printf '%s: %s\n' "$program" "$1" >&2 || exec >/dev/null 2>&1
}

fail() {
  say "$1"
  exit 1
}

# Prints the value of a variable in .env; nothing when it is empty or missing.
value_of() {
  sed -n "s/^$1=\(..*\)/\1/p" .env | tail -n 1
}

# compose <release> <argument> …: the environment wins over the RELEASE of .env.
compose() {
  (
    RELEASE=$1
    export RELEASE
    shift
    docker compose --profile backup "$@" </dev/null
  )
}

# list_services <release> <service> …: prints those that this production has: external-*.yml leave out what is elsewhere.
list_services() {
  active=$(compose "$1" config --services) || return 1
  shift
  for service in "$@"; do
    # mutation test: external-services-not-started
    if printf '%s\n' "$active" | grep -qx "$service"; then printf '%s ' "$service"; fi
  done
}

# image_of <app or edge> <release>
image_of() {
  registry=${IMAGE_REGISTRY:-$(value_of IMAGE_REGISTRY)}
  printf '%s' "${registry:+$registry/}tsedra-$1:$2"
}

has_images() {
  docker image inspect "$(image_of app "$1")" "$(image_of edge "$1")" >/dev/null 2>&1
}

# is_current <service> <app or edge> <release>: returns whether its containers run this image, as compose.yml defines them; the page,
# and so the edge's image, is often the same in two releases. A return replaces only what runs another image.
is_current() {
  image_id=$(docker image inspect --format '{{.Id}}' "$(image_of "$2" "$3")") || return 1
  containers=$(compose "$3" ps -q "$1")
  [ -n "$containers" ] || return 1
  for container in $containers; do
    [ "$(docker inspect --format '{{.Image}}' "$container")" = "$image_id" ] || return 1
    # mutation test: changed-definition-applied
    [ -n "${returning:-}" ] || is_defined_so "$1" "$container" || return 1
  done
}

# is_defined_so <service> <container>: the hash covers the tag of the image, so it is computed with the container's own.
is_defined_so() {
  image=$(docker inspect --format '{{.Config.Image}}' "$2")
  hash=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}}' "$2")
  [ "$(compose "${image##*:}" config --hash "$1")" = "$1 $hash" ]
}

# Prints how many containers of a service run, and are to run: at least one.
count() {
  number=$(compose "$2" ps -q "$1" | grep -c .) || number=1
  printf '%s' "$number"
}

candidate=tsedra-production-candidate

remove_candidate() {
  docker rm -f $candidate >/dev/null 2>&1 || :
}

# Starts one API of the release that no request reaches, and reads the catalogue from it.
try_api() {
  remove_candidate
  trap 'remove_candidate; stay interrupted' INT TERM HUP
  result=0
  compose "$1" run -d --no-deps -T --name $candidate api >/dev/null && docker exec $candidate node --input-type=module --eval "
    const end = Date.now() + $healthy_s * 1000
    const isOk = (url) => fetch(url).then((response) => response.ok, () => false)
    while (!(await isOk('http://127.0.0.1:3001/readyz'))) {
      if (Date.now() > end) process.exit(1)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    process.exit((await isOk('http://127.0.0.1:3000/api/products?limit=1')) ? 0 : 1)
  " || result=1
  [ $result = 0 ] || docker logs --tail 20 $candidate >&2
  remove_candidate
  trap - INT TERM HUP
  return $result
}

# has_healthy <container> …: returns whether at least one is.
has_healthy() {
  docker inspect --format '{{.State.Health.Status}}' "$@" | grep -qx healthy
}

# wait_until_healthy <container> …: returns 1 when one is unhealthy, or late.
wait_until_healthy() {
  waited=0
  while states=$(docker inspect --format '{{.State.Health.Status}}' "$@"); do
    case $states in *unhealthy*) return 1 ;; esac
    if ! printf '%s\n' "$states" | grep -qvx healthy; then return 0; fi
    [ $waited -lt $healthy_s ] || return 1
    sleep 1
    waited=$((waited + 1))
  done
  return 1
}

# list_others <service> <release> <container> …: prints the containers that are none of these. `ps -a` lists those of
# `docker compose run` as well, which an operator may have started.
list_others() {
  all=$(compose "$2" ps -aq "$1")
  shift 2
  for container in $all; do
    case " $* " in *" $container "*) continue ;; esac
    oneoff=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.oneoff"}}' "$container")
    [ "$oneoff" = True ] || printf '%s ' "$container"
  done
}

# remove_others <service> <app or edge> <release>: when containers run the image of this release, removes those beside them.
remove_others() {
  image_id=$(docker image inspect --format '{{.Id}}' "$(image_of "$2" "$3")") || return 0
  remaining=
  for container in $(compose "$3" ps -q "$1"); do
    [ "$(docker inspect --format '{{.Image}}' "$container")" != "$image_id" ] || remaining="$remaining $container"
  done
  [ -n "$remaining" ] || return 0
  # shellcheck disable=SC2046,SC2086 # one argument for each
  docker rm -f $(list_others "$1" "$3" $remaining) >/dev/null 2>&1 || :
}

# replace_beside <service> <app or edge> <release>: the new containers start beside the former ones, which are stopped when the new
# ones are healthy: they shut down gracefully.
# shellcheck disable=SC2046,SC2086 # one argument for each container
replace_beside() {
  if is_current "$1" "$2" "$3"; then return 0; fi
  # A stopped one would be started again instead of a new one.
  compose "$3" rm -f "$1"
  former_containers=$(compose "$3" ps -q "$1")
  number=$(count "$1" "$3")
  [ -z "$former_containers" ] || number=$((number * 2))
  # Compose would wait for the former ones as well: they may be what is broken.
  # mutation test: replaced-when-healthy, broken-release-replaced
  if start "$1" $number "$3" --no-recreate && wait_until_healthy $(list_others "$1" "$3" $former_containers); then
    stopping=$former_containers
    [ -z "$stopping" ] || { docker stop $stopping && docker rm $stopping; } >/dev/null || return 1
    stopping=
    # In a trap, bash would return the status of the command that the signal interrupted.
    return 0
  fi
  compose "$3" logs --tail 20 "$1" >&2 || :
  new_containers=$(list_others "$1" "$3" $former_containers)
  [ -z "$new_containers" ] || docker rm -f $new_containers >/dev/null
  return 1
}

# replace <service> <app or edge> <release>: stops the former containers, then starts the new ones.
replace() {
  if is_current "$1" "$2" "$3"; then return 0; fi
  start "$1" "$(count "$1" "$3")" "$3"
}

# start <service> <number> <release> [options]: waits until all its containers are healthy, unless there are other options.
start() {
  # shellcheck disable=SC2086 # one argument for each
  compose "$3" up -d --no-deps --no-build ${4:---wait --wait-timeout $healthy_s} --scale "$1=$2" "$1"
}

# With a domain the TLS proxy owns the ports, so two edges may run beside each other. Then starts the proxy when it does not run, and
# replaces it when compose.yml of this release defines another one.
replace_edge() {
  # mutation test: edge-beside-former
  if [ -z "$(list_services "$1" proxy)" ]; then
    replace edge edge "$1"
    # In a trap, bash would return the status of the command that the signal interrupted.
    return $?
  fi
  # Returning from the first upgrade with a proxy: the edge of the former layout goes on, with the ports.
  # mutation test: former-layout-kept
  if [ -z "$(compose "$1" ps -aq proxy)" ] && is_current edge edge "$1"; then return 0; fi
  # mutation test: proxy-started
  replace_beside edge edge "$1" && start proxy 1 "$1"
}

# Reads the catalogue as browsers do: through the TLS proxy, if one runs, and the edge. doctor.sh checks the certificate: an expired
# one must not prevent a rollback.
read_shop() {
  entry=http://edge:8080
  # mutation test: read-through-proxy
  [ -z "$(compose "$1" ps -q proxy 2>/dev/null)" ] || entry=https://proxy
  docker exec "$(compose "$1" ps -q api | head -n 1)" node --input-type=module --eval "
    import http from 'node:http'
    import https from 'node:https'
    import { text } from 'node:stream/consumers'
    const url = new URL('/api/products?limit=1', '$entry')
    const { host, hostname: servername } = new URL(process.env.PUBLIC_ORIGIN)
    const read = () =>
      new Promise((resolve, reject) => {
        const options = { headers: { host }, servername, rejectUnauthorized: false, timeout: 5_000 }
        const request = (url.protocol === 'https:' ? https : http).get(url, options, resolve)
        request.on('error', reject).on('timeout', () => request.destroy(new Error('timeout')))
      })
    const end = Date.now() + 15_000
    for (;;) {
      const body = await read().then(text).catch((error) => error.message)
      if (body.includes('\"products\"')) break
      if (Date.now() > end) {
        console.error(url.origin + ': ' + body)
        process.exit(1)
      }
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  "
}

# switch_to <release>: returns 1 at the first container that does not become healthy, and when the shop does not respond.
# The files of its page first: HTML of the new API names them, and the former edge serves them from the volume. The edge last, with
# a configuration that was tried: without a domain nothing listens while it is replaced.
switch_to() {
  compose "$1" run --rm --no-deps -T edge edge-start --required \
    caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile &&
    replace_beside api app "$1" &&
    replace worker app "$1" &&
    replace_edge "$1" &&
    read_shop "$1"
}

# switch_or_return <release> <former release> <releases before it>: goes back to the former one by itself when the other fails or is
# interrupted. Otherwise .env has the release that runs before anything else can end the script.
switch_or_return() {
  next=$1 last=$2
  trap 'return_to "$last" "$next"' INT TERM HUP
  # Of an upgrade that was killed.
  # mutation test: left-apis-removed
  remove_others api app "$last"
  # mutation test: left-edges-removed
  remove_others edge edge "$last"
  # mutation test: failed-switch-returns
  switch_to "$next" || return_to "$last" "$next"
  trap '' INT TERM HUP
  store_releases "$next" "$3" ||
    fail "release $next runs, but .env cannot be written: put RELEASE=$next and FORMER_RELEASES=$3 into it"
  trap - INT TERM HUP
}

# return_to <former release> <failed release>
# shellcheck disable=SC2086 # one argument for each container
return_to() {
  trap '' INT TERM HUP
  # Docker ends at Ctrl-C even when this script ignores it; in a session of its own no terminal reaches it.
  # mutation test: return-not-interrupted
  if command -v setsid >/dev/null; then docker() { setsid docker "$@"; }; fi
  returning=1
  say "release $2 failed: returning to $1"
  # stdout may be such a pipe.
  exec >&2
  # Docker stops these, even when the wait for it was interrupted.
  # mutation test: stopping-apis-replaced
  [ -z "${stopping:-}" ] || { docker stop $stopping; docker rm $stopping; } >/dev/null 2>&1 || :
  # The switch would count those of the failed release as well.
  # mutation test: new-apis-removed-first
  remove_others api app "$1"
  # mutation test: new-edges-removed-first
  remove_others edge edge "$1"
  switch_to "$1" || fail "release $1 does not run either: docker compose ps, docker compose logs"
  fail "release $2 failed its checks (see above); $1 runs again, on the schema as it is now"
}

# store_releases <release> <former releases, newest first>: .env keeps its owner and mode, and may be a link. When it cannot be
# written in place (a full disk), the complete draft takes its name.
store_releases() (
  umask 077
  {
    grep -v -e '^RELEASE=' -e '^FORMER_RELEASES=' .env || [ $? = 1 ]
  } >.env.unfinished &&
    printf 'RELEASE=%s\nFORMER_RELEASES=%s\n' "$1" "$2" >>.env.unfinished &&
    { { cat .env.unfinished >.env && rm .env.unfinished; } || mv .env.unfinished .env; }
)
