#!/bin/sh
# alertmanager-start <program> …: fills in alertmanager.yml from the shop's own variables, then runs the program.
set -eu
umask 077
directory=${CONFIG_DIRECTORY:-/tmp}

# Exits with 78 (EX_CONFIG) and the reason; it names variables, never values.
refuse() {
  printf 'Bad configuration:\n  %s\n' "$1" >&2
  exit 78
}

# A public group's @name is enough for the shop, but not for Alertmanager.
case ${TELEGRAM_STAFF_CHAT_ID:-} in
  # mutation test: alert-chat-is-number
  '' | - | *[!0-9-]* | ?*-*) refuse 'TELEGRAM_STAFF_CHAT_ID: alerts need the number of the chat, such as -1001234567890' ;;
esac
[ -n "${TELEGRAM_BOT_TOKEN:-}" ] || refuse 'TELEGRAM_BOT_TOKEN: is missing'
case ${TELEGRAM_API_ROOT:=https://api.telegram.org} in
  *[!A-Za-z0-9:/._-]*) refuse 'TELEGRAM_API_ROOT: not a URL' ;;
  http://* | https://*) ;;
  *) refuse 'TELEGRAM_API_ROOT: not a URL' ;;
esac

printf %s "$TELEGRAM_BOT_TOKEN" >"$directory/telegram-token"
sed -e "s|CHAT_ID\$|$TELEGRAM_STAFF_CHAT_ID|" -e "s|API_ROOT\$|${TELEGRAM_API_ROOT%/}|" \
  -e "s|/tmp/telegram-token|$directory/telegram-token|" "$(dirname "$0")/alertmanager.yml" >"$directory/alertmanager.yml"
unset TELEGRAM_BOT_TOKEN
exec "$@"
