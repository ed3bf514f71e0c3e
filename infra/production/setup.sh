#!/bin/sh
# setup.sh: writes .env beside it from ../production.env.example (infra/runbook.md): a new secret for each empty one, and the
# settings that the environment has or, at a terminal, that it prompts for. It keeps every value that .env has and prints none,
# so it may run again: DOMAIN=shop.example ./setup.sh
set -eu
umask 077
cd "$(dirname "$0")"
draft=.env.unfinished
newline='
'
return_key=$(printf '\r')
generated='' filled='' kept='' empty=''

trap 'stty echo 2>/dev/null || :; rm -f "$draft" "$draft.next"' EXIT
trap 'exit 130' INT TERM HUP

fail() {
  printf 'setup: %s\n' "$1" >&2
  exit 1
}

create_secret() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

# Prints the value of a variable in the draft; nothing when it is empty or missing.
value_of() {
  sed -n "s/^$1=\(..*\)/\1/p" "$draft" | tail -n 1
}

# Sets a variable where its line is, commented out or not, else at the end.
set_value() {
  NAME=$1 VALUE=$2 awk '
    BEGIN { name = ENVIRON["NAME"]; line = name "=" ENVIRON["VALUE"] }
    !written && (index($0, name "=") == 1 || index($0, "#" name "=") == 1) { print line; written = 1; next }
    { print }
    END { if (!written) print line }
  ' "$draft" >"$draft.next"
  mv "$draft.next" "$draft"
}

# Returns whether .env has a value already, which stays.
is_kept() {
  # mutation test: setup-keeps-values
  if [ -z "$(value_of "$1")" ]; then return 1; fi
  kept="$kept $1"
}

generate() {
  if ! is_kept "$1"; then
    set_value "$1" "$2$(create_secret)"
    generated="$generated $1"
  fi
}

preset() {
  if ! is_kept "$1"; then
    set_value "$1" "$2"
    filled="$filled $1"
  fi
}

# Refuses what Compose would read as something else in an environment file.
check_characters() {
  case $2 in
    *"$newline"* | *"$return_key"* | *[\'\"\`\\\$]* | *' #'* | ' '* | *' ')
      fail "$1: no quotes, line breaks, backslashes, \$, comments or spaces at its ends (in a URL, \$ is %24)"
      ;;
  esac
}

check_domain() {
  case $1 in
    *[!a-z0-9.-]* | .* | *. | -* | *..*) fail 'DOMAIN: a name such as shop.example, in lower case, without https:// and port' ;;
    *.*[a-z]*) ;;
    *) fail 'DOMAIN: a public name such as shop.example' ;;
  esac
}

# ask <variable> <question> [hidden|never]: takes its value from the environment, else prompts for it at a terminal, unless never.
ask() {
  if is_kept "$1"; then return; fi
  eval "answer=\${$1:-}"
  if [ -z "$answer" ] && [ "${3:-}" != never ] && [ -t 0 ]; then
    printf '%s: ' "$2" >&2
    [ -z "${3:-}" ] || stty -echo
    IFS= read -r answer || :
    [ -z "${3:-}" ] || { stty echo && echo >&2; }
  fi
  if [ -z "$answer" ]; then return; fi
  check_characters "$1" "$answer"
  [ "$1" != DOMAIN ] || check_domain "$answer"
  set_value "$1" "$answer"
  filled="$filled $1"
}

# Returns whether COMPOSE_FILE names a file.
has_file() {
  case ":$(value_of COMPOSE_FILE):" in *":$1:"*) ;; *) return 1 ;; esac
}

# external <file> <variable> …: a service outside this project needs all its variables, and its file. Without one of them the
# bundled container is used.
external() {
  file=$1 some='' missing=''
  shift
  for name in "$@"; do
    ask "$name" '' never
    if [ -n "$(value_of "$name")" ]; then some=1; else missing="$missing $name"; fi
  done
  if [ -z "$some" ]; then return; fi
  empty="$empty$missing"
  if ! has_file "$file"; then
    files=$(value_of COMPOSE_FILE)
    set_value COMPOSE_FILE "${files:-compose.yml}:$file"
    filled="$filled COMPOSE_FILE"
  fi
}

ask_origin() {
  # A shop behind a proxy has an address and no domain.
  if [ -z "$(value_of PUBLIC_ORIGIN)" ] || [ -n "${DOMAIN:-}" ]; then
    ask DOMAIN 'Domain that leads to this machine (empty: another proxy has the certificate)'
  fi
  domain=$(value_of DOMAIN)
  if [ -n "$domain" ]; then
    preset COMPOSE_FILE compose.yml:https.yml
    preset PUBLIC_ORIGIN "https://$domain"
    # Empty, and there: Compose refuses a missing line.
    grep -q '^TRUSTED_PROXIES=' "$draft" || set_value TRUSTED_PROXIES ''
    if ! has_file https.yml || [ "$(value_of PUBLIC_ORIGIN) $(value_of TRUSTED_PROXIES)" != "https://$domain " ]; then
      fail "DOMAIN: .env has another address or proxy. Correct COMPOSE_FILE, PUBLIC_ORIGIN and TRUSTED_PROXIES in it"
    fi
  else
    ask PUBLIC_ORIGIN 'Address of the shop, https://…'
    ask TRUSTED_PROXIES 'Address of the proxy with the certificate, as the edge receives it'
  fi
  preset TRUST_PROXY 2
}

create_backup_directory() {
  directory=$(value_of BACKUP_DIR)
  case $directory in
    '') return ;;
    /*) ;;
    *) fail 'BACKUP_DIR: an absolute path' ;;
  esac
  if [ -d "$directory" ]; then return; fi
  if [ "$(id -u)" = 0 ]; then
    mkdir -p "$directory"
    chmod 700 "$directory"
    chown 10001:10001 "$directory"
  else
    printf 'setup: as root, create the directory of backups: install -d -o 10001 -g 10001 -m 700 %s\n' "$directory"
  fi
}

if [ -e .env ]; then
  cp .env "$draft"
else
  cp ../production.env.example "$draft"
  # Later upgrade.sh sets it.
  preset RELEASE "$(sed -n 's/^  "version": "\([0-9][0-9.]*\)",$/\1/p' ../../package.json)"
fi

ask_origin
external external-postgres.yml OWNER_DATABASE_URL DATABASE_URL BACKUP_DATABASE_URL
external external-redis.yml REDIS_URL
external external-store.yml S3_ENDPOINT
ask TELEGRAM_BOT_TOKEN 'Token of the bot, from @BotFather' hidden
ask TELEGRAM_BOT_NAME 'Name of the bot, without the @'
ask TELEGRAM_STAFF_CHAT_ID 'Number of the staff chat in Telegram, such as -1001234567890'
ask SMTP_URL 'Mail server, smtps://name:password@host' hidden
ask MAIL_FROM 'Sender of e-mails, such as shop@shop.example'
ask BACKUP_DIR 'Directory of backups on this machine (empty: a Docker volume)'
for name in POSTGRES_PASSWORD SHOP_POSTGRES_PASSWORD BACKUP_POSTGRES_PASSWORD REDIS_PASSWORD ADDRESS_SECRET CODE_SECRET \
  S3_ROOT_SECRET_KEY BACKUP_KEY; do
  generate "$name" ''
done
generate SESSION_SECRETS 1:
preset S3_ROOT_ACCESS_KEY tsedra-root
# Passwords of a bundled Postgres or Redis are not used by an external one, which has them in its URL; these keys are.
# mutation test: external-store-keys-prompted
if has_file external-store.yml; then
  ask S3_BUCKET 'Bucket of the picture store'
  ask S3_ACCESS_KEY 'Access key of the picture store'
  ask S3_SECRET_KEY 'Secret key of the picture store' hidden
else
  preset S3_BUCKET tsedra
  preset S3_ACCESS_KEY tsedra-shop
  generate S3_SECRET_KEY ''
fi
create_backup_directory

for name in PUBLIC_ORIGIN TELEGRAM_BOT_TOKEN TELEGRAM_BOT_NAME TELEGRAM_STAFF_CHAT_ID SMTP_URL MAIL_FROM \
  S3_BUCKET S3_ACCESS_KEY S3_SECRET_KEY; do
  [ -n "$(value_of "$name")" ] || empty="$empty $name"
done
# With a domain https.yml names the proxy.
[ -n "$(value_of DOMAIN)" ] || [ -n "$(value_of TRUSTED_PROXIES)" ] || empty="$empty TRUSTED_PROXIES"

# A new file has mode 600 by the umask; an existing one keeps its owner, may be a link, and keeps its time when nothing changed.
# When it cannot be written in place (a full disk), the complete draft takes its name.
trap '' INT TERM HUP
if [ ! -e .env ]; then
  mv "$draft" .env
elif ! cmp -s "$draft" .env; then
  cat "$draft" >.env || mv "$draft" .env
fi
chmod 600 .env
printf 'setup: .env in %s\n  generated:%s\n  filled in:%s\n  kept:%s\n' \
  "$(pwd)" "${generated:- none}" "${filled:- none}" "${kept:- none}"
if [ -n "$empty" ]; then
  printf '  still empty:%s\nRun this again, or fill them in.\n' "$empty"
  exit 1
fi
printf 'Keep a copy of .env outside this machine. Start the shop: docker compose up -d\n'
