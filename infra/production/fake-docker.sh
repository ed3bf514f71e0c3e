#!/bin/sh
# A `docker` for release.test.ts: containers and images are files of $DOCKER_STATE. Each call that changes something, or starts a
# program, is a line of `calls` with the release. A call fails when the pattern $DOCKER_FAILS matches its line.
set -u
cd "$DOCKER_STATE" || exit 1
touch calls
mkdir -p images containers

log() {
  printf '%s\n' "$1" >>calls
  case $1 in $DOCKER_FAILS) exit 1 ;; esac
}

list() {
  grep -lx "$1" containers/* 2>/dev/null | sed 's|.*/||'
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
}

# The page of two releases may be the same.
add_images() {
  echo "app of $RELEASE" >"images/tsedra-app:$RELEASE"
  echo "edge with ${DOCKER_PAGE:-the page of $RELEASE}" >"images/tsedra-edge:$RELEASE"
}

compose() {
  shift 3
  case $* in
    'ps -q '* | 'ps -aq '*) list "$3" ;;
    'logs '* | 'rm -f '*) ;;
    'config --services') printf '%s\n' ${DOCKER_SERVICES:-postgres redis store prepare migrate api worker edge} ;;
    'pull --policy missing proxy') log "$RELEASE $*" ;;
    'build '* | 'pull '*)
      log "$RELEASE $*"
      add_images
      ;;
    'run -d '*)
      log "$RELEASE try api"
      echo "$RELEASE" >candidate
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
      ;;
    *) log "$RELEASE $*" ;;
  esac
}

case $1 in
  compose) compose "$@" ;;
  image)
    shift
    case $1 in
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
  stop) log "stop $(($# - 1)) $(head -n 1 "containers/$2")" ;;
  rm)
    shift
    for id in "$@"; do rm -f "containers/$id"; done
    ;;
esac
