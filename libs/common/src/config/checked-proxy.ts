/**
 * Loaded before a program of the image and before the quickstart (`node --require`). With a proxy whose address cannot be read, the runtime
 * ends before the program begins, and its error does not name the variable. Without types, so that an older Node, from which a clone is
 * begun, can load it, too.
 */
/** sysexits.h: the configuration is wrong. */
const EXIT_CONFIG = 78;

/** As the runtime reads them: the name in small letters comes first. */
const wrong = ['http_proxy', 'https_proxy'].flatMap((small) => {
  const name = process.env[small] === undefined ? small.toUpperCase() : small;
  const text = process.env[name] ?? '';
  const isProxy = text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
  return isProxy ? [] : [name];
});
if (process.env['NODE_USE_ENV_PROXY'] === '1' && wrong.length > 0) {
  process.stderr.write(`${wrong.join(' and ')}: must be an http or https URL, such as http://proxy:8080\n`);
  process.exit(EXIT_CONFIG);
}
