cd /work/wt/ui; export PATH=/work/main/node_modules/.bin:$PATH
nice -n 5 node scripts/build.mjs || exit 1
kill -INT $(cat /tmp/ui-qs.pid); for i in $(seq 60); do kill -0 $(cat /tmp/ui-qs.pid) 2>/dev/null || break; sleep 0.3; done
(setsid nohup nice -n 2 node --enable-source-maps dist/tools/quickstart/src/main.js --port 8477 --data /tmp/ui-qs > /tmp/ui-qs.log 2>&1 < /dev/null & echo $! > /tmp/ui-qs.pid)
for i in $(seq 90); do grep -q '^ready after' /tmp/ui-qs.log && break; sleep 0.5; done; grep '^ready' /tmp/ui-qs.log
