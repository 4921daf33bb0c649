# A small engine of GTP for tests of --life-from: it is told what it says, and thinks nothing.
#   sh life_engine.sh DIALECT VERTICES [SEKI]
# DIALECT: raw or analyze (KataGo's ownership, of White's view and of the mover's), list (GTP's
# final_status_list), mute (none of these), gone (ends after the name), slow (never answers).
# VERTICES, and SEKI: with blanks between and around, " A1 C3 ": the stones that are dead, and in seki.
dialect=$1
dead=$2
seki=$3
size=19
black=" "
white=" "
letters="A B C D E F G H J K L M N O P Q R S T"

# The ownership of all points from the upper left one, 1 is Black's; times $1.
ownership() {
  row=$size
  while [ "$row" -gt 0 ]; do
    column=0
    for letter in $letters; do
      column=$((column + 1))
      [ "$column" -gt "$size" ] && break
      owner=0
      case $black in *" $letter$row "*) owner=1 ;; esac
      case $white in *" $letter$row "*) owner=-1 ;; esac
      case $dead in *" $letter$row "*) owner=$((-owner)) ;; esac
      printf ' %s' "$(($1 * owner))"
    done
    row=$((row - 1))
  done
}

while read -r command first second; do
  case $command in
    name) [ "$dialect" = slow ] && exec sleep 60
      printf '= Oracle\n\n' ;;
    version) [ "$dialect" = gone ] && exit 0
      printf '= 1\n\n' ;;
    list_commands)
      printf '= name\nplay'
      case $dialect in
        raw) printf '\nkata-raw-nn\nkata-analyze' ;;
        analyze) printf '\nkata-analyze' ;;
        list) printf '\nfinal_status_list' ;;
      esac
      printf '\n\n' ;;
    boardsize) size=$first
      printf '=\n\n' ;;
    play)
      case $first in
        b) black="$black$second " ;;
        w) white="$white$second " ;;
      esac
      printf '=\n\n' ;;
    clear_board | komi) printf '=\n\n' ;;
    kata-raw-nn) printf '= symmetry 0\nwhiteWin 0.5\nwhiteOwnership\n%s\n\n' "$(ownership -1)" ;;
    kata-analyze) printf '=\ninfo move pass visits 1 order 0 pv pass ownership%s\n' "$(ownership 1)" ;;
    final_status_list)
      case $first in
        dead) printf '= %s\n\n' "$dead" ;;
        *) printf '= %s\n\n' "$seki" ;;
      esac ;;
    *) printf '? unknown command\n\n' ;;
  esac
done
