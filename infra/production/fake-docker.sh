#!/bin/sh
# A `docker` for release-machine.ts: containers and images are files of $DOCKER_STATE. Each call that changes something, or starts a
# program, is a line of `calls` with the release. A call fails when the pattern $DOCKER_FAILS matches its line. Containers of the
# release $DOCKER_UNHEALTHY do not become healthy. A call that $DOCKER_INTERRUPTS matches ends after a SIGTERM to the script. During
# one that $DOCKER_CTRL_C matches the terminal sends SIGINT, which reaches the script's process group; Docker ends, even when the
# script ignores it.
set -u
cd "$DOCKER_STATE" || exit 1
touch calls
mkdir -p images containers unhealthy labels stopping

log() {
  printf '%s\n' "$1" >>calls
  case $1 in $DOCKER_INTERRUPTS) kill "$(cat pid)" ;; esac
  case $1 in $DOCKER_FAILS) exit 1 ;; esac
  case $1 in $DOCKER_CTRL_C) [ "$(print_group $$)" != "$(print_group "$(cat pid)")" ] || exit 130 ;; esac
}

print_group() {
  ps -o pgid= -p "$1"
}

list() {
  grep -lx "$1" containers/* 2>/dev/null | sed 's|.*/||'
}

# The file `definition` is the section of each service in compose.yml; Compose's hash covers the tag of the image as well.
print_hash() {
  printf '%s-of-%s-%s' "$1" "$RELEASE" "$(cat definition)"
}

# create <service>: of the image of this release, or of Caddy
create() {
  case $1 in
    proxy) image="Caddy ${DOCKER_PROXY:-1}" ;;
    edge) image=$(cat "images/tsedra-edge:$RELEASE") ;;
    *) image=$(cat "images/tsedra-app:$RELEASE") ;;
  esac
  number=$(($(cat number 2>/dev/null || echo 0) + 1))
  echo "$number" >number
  printf '%s\n%s\n' "$1" "$image" >"containers/$1-$number"
  printf '%s:%s\n%s\n' "$1" "$RELEASE" "$(print_hash "$1")" >"labels/$1-$number"
  [ "$RELEASE" != "$DOCKER_UNHEALTHY" ] || touch "unhealthy/$1-$number"
}

# is_healthy <service>: `--wait` waits for all its containers, new and former ones.
is_healthy() {
  for id in $(list "$1"); do [ ! -e "unhealthy/$id" ] || return 1; done
}

# The page of two releases may be the same.
add_images() {
  echo "app of $RELEASE" >"images/tsedra-app:$RELEASE"
  echo "edge with ${DOCKER_PAGE:-the page of $RELEASE}" >"images/tsedra-edge:$RELEASE"
}

compose() {
  shift 3
  # Compose starts, or recreates, what a service depends on.
  case $* in
    *--no-deps*) ;;
    'run '*) log "$RELEASE start postgres store" ;;
  esac
  case $* in
    'ps -q '* | 'ps -aq '*) list "$3" ;;
    'logs '* | 'rm -f '*) ;;
    'config --services') printf '%s\n' ${DOCKER_SERVICES:-postgres redis store prepare migrate api worker edge} ;;
    'config --hash '*) echo "$3 $(print_hash "$3")" ;;
    'pull --policy missing proxy') log "$RELEASE $*" ;;
    'build '* | 'pull '*)
      log "$RELEASE $*"
      add_images
      ;;
    'run -d '*)
      echo "$RELEASE" >candidate
      log "$RELEASE try api"
      ;;
    'up '*--scale*)
      # Fails after it has begun, as Compose does.
      service=$(echo "$*" | sed 's/.* --scale \([a-z]*\)=.*/\1/')
      wanted=$(echo "$*" | sed 's/.* --scale [a-z]*=\([0-9]*\).*/\1/')
      case $* in
        *--no-recreate*) ;;
        *' proxy') # Stays, unless its definition is another one.
          [ "$(cat containers/proxy-* 2>/dev/null | tail -n 1)" = "Caddy ${DOCKER_PROXY:-1}" ] || rm -f containers/proxy-*
          ;;
        *) for id in $(list "$service"); do rm "containers/$id"; done ;;
      esac
      while [ "$(list "$service" | grep -c .)" -lt "$wanted" ]; do create "$service"; done
      log "$RELEASE start $service, $(list "$service" | grep -c .) run"
      case $* in *--wait*) is_healthy "$service" || exit 1 ;; esac
      ;;
    *)
      log "$RELEASE $*"
      # A program fails when it cannot write.
      echo "output of $*" || exit 1
      ;;
  esac
}

case $1 in
  compose) compose "$@" ;;
  image)
    shift
    case $1 in
      ls)
        shift 3
        # Of this repository, as `docker image ls --format {{.Tag}}` prints them.
        (cd images && ls -d "${1##*/}":* 2>/dev/null | sed 's/.*://')
        ;;
      rm)
        shift
        for image in "$@"; do
          log "remove $image"
          rm "images/$image"
        done
        ;;
      inspect)
        for image in "$@"; do
          case $image in *tsedra-*) cat "images/${image##*/}" 2>/dev/null || exit 1 ;; esac
        done
        ;;
    esac
    ;;
  inspect)
    case $3 in
      *oneoff*) echo False ;;
      *Config.Image*) head -n 1 "labels/$4" ;;
      *config-hash*) tail -n 1 "labels/$4" ;;
      *Health*)
        shift 3
        for id in "$@"; do if [ -e "unhealthy/$id" ]; then echo unhealthy; else cat "containers/$id" >/dev/null && echo healthy; fi; done
        ;;
      *) tail -n 1 "containers/$4" ;;
    esac
    ;;
  exec)
    case $2 in
      tsedra-production-candidate) log "$(cat candidate) candidate responds" ;;
      *)
        release=$(tail -n 1 "containers/$2") || exit 1
        log "${release#app of } read $(echo "$*" | grep -o "https*://[^']*")"
        ;;
    esac
    ;;
  stop)
    shift
    # Docker stops them even when the client is interrupted.
    for id in "$@"; do touch "stopping/$id"; done
    log "stop $# $(head -n 1 "containers/$1")"
    ;;
  rm)
    shift
    for id in "$@"; do
      rm -f "containers/$id"
      [ "$id" != tsedra-production-candidate ] || rm -f candidate
    done
    ;;
esac
