#!/bin/sh
# Runs the shop of compose.yaml on a machine with Docker: docs/own-server.md.
#   sh deploy/endpaper.sh start [DOMAIN]   starts the shop; with a domain it is public, without one for this machine only
#   sh deploy/endpaper.sh update           makes a backup, then installs the newest version; if that fails, the old one goes on
#   sh deploy/endpaper.sh back             returns to the version before the last update, with today's data
#   sh deploy/endpaper.sh restore FILE     starts with the data of a backup; those of today stay beside them
#   sh deploy/endpaper.sh link             prints a new link for the first owner of the desk
#   sh deploy/endpaper.sh doctor           any other command is one of the shop: see docs/running.md
set -eu
# The image copies the modes of these files, and runs as another account that must read them.
umask 022
cd "$(dirname "$0")"

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
command -v docker >/dev/null || fail "Docker is not installed. See docs/own-server.md, step 2."
docker compose version >/dev/null 2>&1 || fail "Docker has no Compose. Install docker-compose-plugin: docs/own-server.md, step 2."

# Sets NAME to VALUE in .env, which only this account can read, and keeps all other lines.
set_env() (
  umask 077
  touch .env
  chmod 600 .env
  grep -v "^$1=" .env >.env.new || true
  printf '%s=%s\n' "$1" "$2" >>.env.new
  mv .env.new .env
  chmod 600 .env
)

shop() { docker compose exec -T shop node cli/shop.ts "$@"; }

# Starts what is built, and waits until the shop answers.
up() { docker compose up --detach --wait --wait-timeout 180; }

tell() {
  docker compose logs --no-log-prefix --since "$1" shop | grep -E "The desk|Endpaper (is open|runs)" || true
}

start() {
  if [ "$#" -gt 0 ]; then
    echo "$1" | grep -Eqi '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$' ||
      fail "$1 is not a domain. Write it without https:// and without a slash, such as books.example."
    set_env PUBLIC_URL "https://$1"
    set_env DESK_URL "https://desk.$1"
    set_env TRUST_PROXY 1
    set_env COMPOSE_PROFILES public
  fi
  since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  docker compose build
  up || fail "The shop did not start. Its log says why: docker compose -f $(pwd)/compose.yaml logs shop"
  tell "$since"
}

update() {
  say "Making a backup first."
  shop backup make || fail "Without a backup nothing is updated."
  before=$(git rev-parse HEAD)
  # A build that succeeds takes the name endpaper away from the version that runs.
  docker tag endpaper endpaper:running
  git pull --ff-only || fail "The new version could not be fetched. Nothing was changed."
  [ "$(git rev-parse HEAD)" != "$before" ] || { say "This is the newest version already."; return; }
  if ! docker compose build; then
    git reset --quiet --keep "$before"
    fail "The new version could not be built. The old one goes on."
  fi
  # Together, so that the image and the commit are of one version.
  docker tag endpaper:running endpaper:previous
  printf '%s\n' "$before" >.previous
  up && { say "Updated. To return to the version before: sh deploy/endpaper.sh back"; return; }
  say "The new version did not start, so the old one is started again."
  back
  exit 1
}

back() {
  [ -f .previous ] || fail "There is no version to return to."
  docker tag endpaper:previous endpaper
  git reset --quiet --keep "$(cat .previous)"
  rm .previous
  up || fail "The version before did not start either: sh deploy/endpaper.sh restore, with the newest file of: sh deploy/endpaper.sh backup list"
  say "The version before is running, with all orders until now."
}

restore() {
  [ "$#" -ge 1 ] || fail "Name the backup, such as /data/backups/endpaper-2026-11-05.tar.zst"
  folder="/data/restored-$(date -u +%Y%m%d-%H%M%S)"
  say "Orders and changes since the backup will not be in the shop. Today's data stay where they are. Continue? [yes]"
  read -r answer
  [ "$answer" = yes ] || fail "Nothing was changed."
  docker compose run --rm -T --no-deps -e "DATA_DIR=$folder" shop node cli/shop.ts backup restore "$@" ||
    fail "The backup was not restored, and the shop goes on as before."
  # The backup does not contain the key of the credentials, which was entered at the desk.
  from=$(sed -n 's/^DATA_DIR=//p' .env 2>/dev/null || true)
  docker compose run --rm -T --no-deps shop sh -c \
    "if [ -e '${from:-/data}/credentials.key' ]; then cp '${from:-/data}/credentials.key' '$folder/'; fi"
  set_env DATA_DIR "$folder"
  up && say "The shop runs with the backup. To take the data of before again, remove the line DATA_DIR from deploy/.env: sh deploy/endpaper.sh start"
}

case "${1:-}" in
start) shift && start "$@" ;;
update) update ;;
back) back ;;
restore) shift && restore "$@" ;;
link) shop staff invite --owner ;;
"") sed -n 's/^# \{0,1\}//; 2,8p' endpaper.sh | grep . ;;
*) shop "$@" ;;
esac
