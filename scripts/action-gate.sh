#!/usr/bin/env bash
# Step of action.yml: runs bcv gate, writes the summary of the job and the outputs of the step,
# comments on the pull request if BCV_COMMENT is true, and exits as bcv gate does: 0 passed,
# 1 worse, 3 undecided (0 with BCV_UNDECIDED=pass), 2 for input, 4 for a failure of the gate itself.
set -euo pipefail

answered='' # what ends before there is an answer is a failure, and neither "worse" nor input
trap '[[ -n $answered ]] || exit 4' EXIT
answer() {
	answered=yes
	exit "$1"
}

for choice in "undecided ${BCV_UNDECIDED:=fail} fail pass" "comment ${BCV_COMMENT:=false} true false"; do
	read -r name value first second <<<"$choice"
	if [[ $value != "$first" && $value != "$second" ]]; then
		echo "bcv: $name is $value; write $first or $second" >&2
		answer 2
	fi
done

mark='<!-- bcv gate -->' # by which the comment is found again, among those of the token's author
summary=$(mktemp "$RUNNER_TEMP/bcv-gate-XXXXXX")
read -r -d '' -a flags <<<"${BCV_FLAGS:-}" || true # words on one line or several
status=0
bcv gate "$BCV_BASE" ${BCV_CANDIDATE:+"$BCV_CANDIDATE"} --margin "${BCV_MARGIN:-0}" --markdown "$summary" \
	${flags[@]+"${flags[@]}"} || status=$?
case $status in
0) outcome=passed ;;
1) outcome=worse ;;
3) outcome=undecided ;;
*) answer "$status" ;;
esac
if [[ ! -s $summary ]]; then # another program that ends with such a status, and writes none
	answer 4
fi
cat "$summary" >>"$GITHUB_STEP_SUMMARY"
printf '%s\n' "outcome=$outcome" "summary=$summary" >>"$GITHUB_OUTPUT"

# comment writes the summary to the pull request, in place of the one of an earlier run. Anybody can write the mark: a
# comment of somebody else is left alone, as its author could edit the verdict in it.
comment() {
	local body=$summary.comment list=repos/$GITHUB_REPOSITORY/issues own id
	{ echo "$mark" && cat "$summary"; } >"$body"
	own=$(gh api graphql --raw-field query='{viewer{login}}' --jq .data.viewer.login) || own='github-actions[bot]'
	id=$(gh api --paginate "$list/$BCV_PULL/comments" \
		--jq ".[] | select(.user.login == \"$own\" and (.body | startswith(\"$mark\"))) | .id") || return
	id=${id%%$'\n'*}
	if [[ -n $id ]]; then
		gh api --silent --method PATCH "$list/comments/$id" --field body=@"$body"
	else
		gh api --silent --method POST "$list/$BCV_PULL/comments" --field body=@"$body"
	fi
}
if [[ $BCV_COMMENT == true && -n ${BCV_PULL:-} ]] && ! comment; then
	# Of a fork the token may only read.
	echo "::warning title=bcv gate::The comment could not be written; the summary of the job has its text."
fi

if [[ $outcome == undecided && $BCV_UNDECIDED == pass ]]; then
	echo "::warning title=bcv gate::Undecided, which this workflow lets pass."
	status=0
fi
answer "$status"
