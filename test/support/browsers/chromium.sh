#!/bin/sh
# Runs Chromium ($BUN_CHROME_PATH or the installed one) where names of files are UTF-8. By itself it asks the
# locale, and may find none.
LC_ALL=C.UTF-8 exec "${BUN_CHROME_PATH:-$(command -v chromium-headless-shell chromium chromium-browser google-chrome | head -n 1)}" "$@"
