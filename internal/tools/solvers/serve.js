// Answers for Z3 on a socket: each connection is a session, which reads SMT-LIB. A client ends what it asks with a command echo.
'use strict';

const net = require('net');

globalThis.fetch = undefined; // older versions would load a file with it
const { init } = require('z3-solver');

// ending matches a text that can be answered.
const ending = /\(echo "[^"]*"\)\n$/;

async function main() {
  const { Z3 } = await init();
  let turn = Promise.resolve(); // Z3 works on one question at a time
  const server = net.createServer((socket) => {
    const config = Z3.mk_config();
    const context = Z3.mk_context(config);
    Z3.del_config(config);
    let text = '';
    let working = false;
    let gone = false;

    async function answer(asked) {
      if (gone) return;
      working = true;
      try {
        const said = await Z3.eval_smtlib2_string(context, asked);
        if (!gone) socket.write(said);
      } catch (e) {
        console.error(String(e));
        socket.destroy();
      }
      working = false;
    }

    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += part;
      if (!ending.test(text)) return;
      const asked = text;
      text = '';
      turn = turn.then(() => answer(asked));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      gone = true;
      if (working) Z3.interrupt(context);
      turn = turn.then(() => Z3.del_context(context));
    });
  });
  server.listen(process.argv[2], () => {
    const v = Z3.get_version();
    console.log([v.major, v.minor, v.build_number].join('.'));
  });
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
