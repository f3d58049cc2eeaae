/** Every option of curl, and what an import does with it. */
import { ignored, mapped, refused, reported, type FieldRule, type FieldTable } from './fields.js';

/* An option is written as its letter, if it has one, and its name, with `=` if a value follows. */

interface Option {
  readonly name: string;
  readonly letter: string | null;
  readonly takesValue: boolean;
}

const optionOf = (text: string): Option => {
  const [, letter = null, name = '', value] = /^(?:(.),)?([^=]+)(=?)$/.exec(text) ?? [];
  return { name, letter, takesValue: value === '=' };
};

const here = (difference: string): FieldRule => reported(`is not used: ${difference}`);
const OTHER_PROTOCOL = refused('is of another protocol than HTTP');
const NO_SUCH_AUTH = refused('is a kind of authorization that Carillon does not have');
const ELSEWHERE = refused('sends the call elsewhere than its address says');
const CERTIFICATES = here('the certificates that the executors trust are checked, as everywhere');
const OF_CONNECTION = here('the executor decides how connections are made');

const USES: readonly (readonly [rule: FieldRule, options: string])[] = [
  [
    mapped(),
    `X,request= url= url-query= G,get I,head d,data= data-ascii= data-binary= data-raw= data-urlencode= json= F,form= form-string=
     H,header= A,user-agent= e,referer= b,cookie= u,user= oauth2-bearer= r,range= m,max-time= retry= retry-delay= retry-max-time=
     retry-all-errors retry-connrefused f,fail fail-with-body L,location follow location-trusted max-redirs= g,globoff :,next
     o,output= output-dir=`,
  ],
  // What is shown on a terminal or written beside it, and how curl treats its own process: the log of the attempt shows what has happened.
  [
    ignored,
    `s,silent S,show-error #,progress-bar no-progress-meter v,verbose styled-output i,show-headers N,no-buffer stderr= out-null
     trace= trace-ascii= trace-config= trace-ids trace-time suppress-connect-headers compressed tr-encoding q,disable basic
     create-dirs create-file-mode= no-clobber remove-on-error skip-existing R,remote-time xattr libcurl= fail-early
     Z,parallel parallel-immediate parallel-max= parallel-max-host= rate= disallow-username-in-url j,junk-session-cookies`,
  ],
  // How bytes are carried, which changes nothing of what is asked.
  [
    ignored,
    `0,http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only http0.9 no-keepalive keepalive-time= keepalive-cnt=
     tcp-nodelay tcp-fastopen mptcp no-sessionid no-alpn no-npn false-start tls-earlydata ssl-sessions= happy-eyeballs-timeout-ms=
     expect100-timeout= raw ignore-content-length`,
  ],
  [
    here('the first and the last 64 KiB of the answer are in the log'),
    `O,remote-name remote-name-all J,remote-header-name`,
  ],
  [here('the log has the status line and the times of the call'), `D,dump-header= w,write-out=`],
  [here('cookies are not kept from one run to the next'), `c,cookie-jar=`],
  [here('connections have a time limit of their own'), `connect-timeout=`],
  [here('the time limit of the whole call decides'), `Y,speed-limit= y,speed-time= limit-rate=`],
  [here('of an answer that is too long, the middle is left out of the log'), `max-filesize=`],
  [here('a redirect of POST becomes GET where the answer says so'), `post301 post302 post303`],
  [here('only http and https are called'), `proto= proto-redir= proto-default=`],
  [here('dots in the path are resolved'), `path-as-is`],
  [
    CERTIFICATES,
    `k,insecure cacert= capath= ca-native crlfile= cert-status pinnedpubkey= ssl-no-revoke ssl-revoke-best-effort
     ssl-allow-beast ssl-auto-client-cert hsts=`,
  ],
  [
    OF_CONNECTION,
    `4,ipv4 6,ipv6 interface= local-port= ip-tos= vlan-priority= alt-svc= ech= doh-url= doh-insecure doh-cert-status
     dns-interface= dns-ipv4-addr= dns-ipv6-addr= dns-servers= ciphers= curves= sigalgs= tls13-ciphers= tls-max= 1,tlsv1
     tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 2,sslv2 3,sslv3 egd-file= engine= random-file= dump-ca-embed noproxy=`,
  ],
  [
    NO_SUCH_AUTH,
    `anyauth digest negotiate ntlm ntlm-wb aws-sigv4= httpsig-algo= httpsig-headers= httpsig-key= httpsig-keyid= delegation=
     service-name= E,cert= cert-type= key= key-type= pass= tlsauthtype= tlspassword= tlsuser=`,
  ],
  [refused('reads name and password from a file: give them as a header'), `n,netrc netrc-file= netrc-optional`],
  [
    ELSEWHERE,
    `connect-to= resolve= unix-socket= abstract-unix-socket= request-target= haproxy-protocol haproxy-clientip= ipfs-gateway=
     x,proxy= proxy1.0= preproxy= U,proxy-user= proxy-anyauth proxy-basic proxy-digest proxy-negotiate proxy-ntlm proxy-header=
     proxy-http2 proxy-http3 p,proxytunnel proxy-ca-native proxy-cacert= proxy-capath= proxy-cert= proxy-cert-type= proxy-ciphers=
     proxy-crlfile= proxy-insecure proxy-key= proxy-key-type= proxy-pass= proxy-pinnedpubkey= proxy-service-name=
     proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tls13-ciphers= proxy-tlsauthtype= proxy-tlspassword= proxy-tlsuser=
     proxy-tlsv1 socks4= socks4a= socks5= socks5-basic socks5-gssapi socks5-gssapi-nec socks5-gssapi-service= socks5-hostname=`,
  ],
  [refused('sends a file as it is at the time of each call, which an executor does not have'), `T,upload-file=`],
  [
    refused('depends on a file of the machine that calls'),
    `K,config= etag-compare= etag-save= z,time-cond= C,continue-at=`,
  ],
  [refused('fills in values that only curl knows'), `variable=`],
  [refused('makes no call'), `h,help= M,manual V,version metalink`],
  [
    OTHER_PROTOCOL,
    `a,append crlf B,use-ascii Q,quote= l,list-only disable-eprt disable-epsv ftp-account= ftp-alternative-to-user= ftp-create-dirs
     ftp-method= ftp-pasv P,ftp-port= ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control krb= ssl ssl-reqd
     compressed-ssh hostpubmd5= hostpubsha256= knownhosts= pubkey= login-options= mail-auth= mail-from= mail-rcpt=
     mail-rcpt-allowfails sasl-authzid= sasl-ir upload-flags= t,telnet-option= tftp-blksize= tftp-no-options form-escape`,
  ],
];

const OPTIONS: readonly (readonly [Option, FieldRule])[] = USES.flatMap(([rule, texts]) =>
  texts
    .trim()
    .split(/\s+/)
    .map((text) => [optionOf(text), rule] as const),
);

export const CURL_OPTIONS: readonly Option[] = OPTIONS.map(([option]) => option);
export const CURL: FieldTable = Object.fromEntries(OPTIONS.map(([{ name }, rule]) => [name, rule]));

const BY_NAME: ReadonlyMap<string, Option> = new Map(CURL_OPTIONS.map((option) => [option.name, option]));
const BY_LETTER: ReadonlyMap<string, Option> = new Map(
  CURL_OPTIONS.flatMap((option) => (option.letter === null ? [] : [[option.letter, option]])),
);
/** Earlier names. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['include', 'show-headers'],
  ['krb4', 'krb'],
  ['ftp-ssl', 'ssl'],
  ['ftp-ssl-reqd', 'ssl-reqd'],
]);

/** The words of a command as options by name: true, or the texts that were given for it. */
export interface CurlArguments {
  readonly options: Readonly<Record<string, unknown>>;
  readonly addresses: readonly string[];
  /** The options that make up the body, in their order. */
  readonly data: readonly { readonly option: string; readonly text: string }[];
  /** Options that curl does not have. */
  readonly unknown: readonly string[];
}

/** The requests of a command, which `--next` separates. */
export function curlArguments(words: readonly string[]): readonly CurlArguments[] {
  const requests = [new Request()];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const request = requests.at(-1) ?? new Request();
    if (word === '--next' || word === '-:') requests.push(new Request());
    else if (word.startsWith('--') && word !== '--') request.named(word.slice(2), left);
    else if (word.startsWith('-') && word !== '-' && word !== '--') request.letters(word.slice(1), left);
    else if (word !== '--') request.addresses.push(word);
  }
  return requests.map(({ values, ...rest }) => ({ ...rest, options: Object.fromEntries(values) }));
}

class Request {
  readonly values = new Map<string, unknown>();
  readonly addresses: string[] = [];
  readonly data: { option: string; text: string }[] = [];
  readonly unknown: string[] = [];

  named(name: string, left: string[]): void {
    const option = BY_NAME.get(RENAMED.get(name) ?? name);
    const isNegative = option === undefined && name.startsWith('no-');
    // `--no-…` takes an earlier option back.
    if (isNegative && BY_NAME.has(name.slice(3))) this.values.delete(name.slice(3));
    else if (option) this.set(option, '', left);
    else this.unknown.push(name);
  }

  letters(letters: string, left: string[]): void {
    const [letter = '', ...rest] = letters;
    const option = BY_LETTER.get(letter);
    if (option) this.set(option, rest.join(''), left);
    else this.unknown.push(letter);
    if (option?.takesValue !== true && rest.length > 0) this.letters(rest.join(''), left);
  }

  private set({ name, takesValue }: Option, joined: string, left: string[]): void {
    if (!takesValue) {
      this.values.set(name, true);
      return;
    }
    const value = joined === '' ? (left.shift() ?? '') : joined;
    if (name === 'json' || /^data(?:-|$)/.test(name)) this.data.push({ option: name, text: value });
    if (name === 'url') this.addresses.push(value);
    else {
      const before = this.values.get(name);
      this.values.set(name, [...(Array.isArray(before) ? (before as unknown[]) : []), value]);
    }
  }
}
