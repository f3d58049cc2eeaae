/**
 * The errors that clients distinguish: MongoDB's name, its code, and the SQLSTATEs by which the engine reports it. The
 * engine's own states begin with M and are an ordinal; any other state is an InternalError.
 */
const ERRORS = [
  ['InternalError', 1, 'M0000'],
  ['BadValue', 2, 'M0001', '22023'],
  ['FailedToParse', 9, 'M0003', '22P02'],
  ['Unauthorized', 13, 'M00ER'],
  ['TypeMismatch', 14, 'M0004'],
  ['Overflow', 15, 'M0005'],
  ['InvalidLength', 16, 'M00DO'],
  ['AuthenticationFailed', 18],
  ['IllegalOperation', 20, 'M0006'],
  ['InvalidBSON', 22],
  ['LockTimeout', 24, 'M00EW', '55P03'],
  ['NamespaceNotFound', 26, 'M0008', '42P01'],
  ['IndexNotFound', 27, 'M0009'],
  ['PathNotViable', 28, 'M000A'],
  ['CannotBackfillArray', 34, 'M000C'],
  ['ConflictingUpdateOperators', 40, 'M000D'],
  ['CursorNotFound', 43, 'M000E'],
  ['NamespaceExists', 48, 'M000F', '42P07'],
  ['MaxTimeMSExpired', 50, 'M00EX', '57014'],
  ['DollarPrefixedFieldName', 52, 'M000G'],
  ['CanNotBeTypeArray', 53, 'M000H'],
  ['NotSingleValueField', 54, 'M000I'],
  ['EmptyFieldName', 56, 'M000J'],
  ['DottedFieldName', 57, 'M000K'],
  ['CommandNotFound', 59, 'M00EY'],
  ['ShardKeyNotFound', 61, 'M000L'],
  ['ImmutableField', 66, 'M000M'],
  ['CannotCreateIndex', 67, 'M000N'],
  ['IndexAlreadyExists', 68, 'M000O'],
  ['InvalidOptions', 72, 'M000P'],
  ['InvalidNamespace', 73, 'M000Q'],
  ['IndexOptionsConflict', 85, 'M000R'],
  ['IndexKeySpecsConflict', 86, 'M000S'],
  ['NotExactValueField', 111, 'M000T'],
  ['WriteConflict', 112, 'M00F1', '40001', '40P01'],
  ['CommandNotSupported', 115, 'M000U', '0A000'],
  ['DocumentValidationFailure', 121, 'M00CO'],
  ['ExceededMemoryLimit', 146, 'M000W', '53200', '53000'],
  ['CommandNotSupportedOnView', 166, 'M000Z'],
  ['InvalidIndexSpecificationOption', 197, 'M0012'],
  ['ConversionFailure', 241, 'M0015'],
  ['OperationNotSupportedInTransaction', 263, 'M0016'],
  ['BSONObjectTooLarge', 10334, 'M001B'],
  ['DuplicateKey', 11000, 'M001C', '23505', '23P01'],
  ['InterruptedDueToReplStateChange', 11602, '57P01', '57P02', '57P03', '08006'],
  ['DbAlreadyExists', 13297, 'M001I'],
  ['OutOfDiskSpace', 14031, '53100'],
  ['DocumentAfterUpdateLargerThanMaxSize', 17419, 'M003A'],
  ['UnrecognizedCommand', 40324, 'M007U'],
  ['UnknownBsonField', 40415, 'M0088'],
  ['Location40485', 40485],
  ['ChangeStreamsNotSupported', 40573],
] as const satisfies readonly (readonly [string, number, ...string[]])[];

export type ErrorName = (typeof ERRORS)[number][0];

const CODES: ReadonlyMap<ErrorName, number> = new Map(ERRORS.map(([name, code]) => [name, code]));
const NAMES: ReadonlyMap<string, ErrorName> = new Map(
  ERRORS.flatMap(([name, , ...states]) => states.map((state) => [state, name] as const)),
);

export const codeOf = (name: ErrorName): number => CODES.get(name) ?? 1;

export const nameOfSqlState = (state: string): ErrorName => NAMES.get(state) ?? 'InternalError';

const PACKED_CHARS = 5;

/** The SQLSTATE in a code inside a reply, where the engine packs it as six bits per character. */
export function unpackSqlState(packed: number): string {
  return Array.from({ length: PACKED_CHARS }, (_, place) =>
    String.fromCharCode(((packed >>> (6 * place)) & 0x3f) + 0x30),
  ).join('');
}
