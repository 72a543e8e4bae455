#!/bin/sh
# The step of the GitHub Action (action.yml): checks, annotates, and leaves the reports where later steps find them.
#
# Environment: SCORESHEET_PATHS, a path a line; SCORESHEET_ARGS, further arguments, one a line; SCORESHEET_REPORTS, the
# folder for reports. The exit status is that of the check.
set -u

reports=${SCORESHEET_REPORTS:-scoresheet-reports}
list=$(mktemp) || exit 2
trap 'rm -f "$list"' EXIT
printf '%s\n' "${SCORESHEET_PATHS:-.}" > "$list"

# One argument a line, whatever stands in it; lines without anything in them are none.
set --
while IFS= read -r argument || [ -n "$argument" ]; do
    [ -n "$argument" ] && set -- "$@" "$argument"
done <<ARGUMENTS
${SCORESHEET_ARGS:-}
ARGUMENTS

scoresheet check "@$list" "$@" --format github \
    --report "junit=$reports/junit.xml" \
    --report "sarif=$reports/scoresheet.sarif" \
    --report "html=$reports/report.html"
status=$?

if [ -n "${GITHUB_OUTPUT:-}" ]; then
    {
        echo "status=$status"
        echo "junit=$reports/junit.xml"
        echo "sarif=$reports/scoresheet.sarif"
        echo "html=$reports/report.html"
    } >> "$GITHUB_OUTPUT"
fi
exit "$status"
