import type {
  RuleTable,
  SecretTable,
  Workbook,
  WorkbookResponse,
  WorkbookRule,
  WorkbookSecret,
} from './workbooks.ts';

/**
 * Packs the rules and secrets of a workbook for a window. Ten thousand of them share a few decisions, reasons and notes: reading
 * them as row objects would take longer than a frame.
 */
interface RulePacker {
  add(rule: WorkbookRule): void;
  table(): RuleTable;
}

export function createRulePacker(): RulePacker {
  const keys: string[] = [];
  const names: string[] = [];
  const common = createDictionary<RuleTable['common'][number]>();
  const addresses = createDictionary<RuleTable['addresses'][number]>();
  const runs: RuleTable['runs'][number][] = [];
  return {
    add({ key, name, address, run, ...others }) {
      if (run !== null) runs.push({ at: keys.length, run });
      keys.push(key);
      names.push(name);
      common.add(others);
      const [only, ...more] = address;
      const isPlain = only !== undefined && more.length === 0 && !only.isMapped;
      addresses.add(isPlain ? only.text : address);
    },
    table: () => ({
      keys,
      names,
      common: common.values,
      commonAt: common.at,
      addresses: addresses.values,
      addressesAt: addresses.at,
      runs,
    }),
  };
}

export function packSecrets(secrets: readonly WorkbookSecret[]): SecretTable {
  const common = createDictionary<SecretTable['common'][number]>();
  for (const { id: _id, ...others } of secrets) common.add(others);
  return { ids: secrets.map(({ id }) => id), common: common.values, commonAt: common.at };
}

/** Shared values of several rules are the same object, which must not be mutated. */
export function unpackWorkbook({ rules, secrets, ...workbook }: WorkbookResponse): Workbook {
  return { ...workbook, rules: rulesOf(rules), secrets: secretsOf(secrets) };
}

function secretsOf({ ids, common, commonAt }: SecretTable): WorkbookSecret[] {
  return ids.flatMap((id, index) => {
    const others = common[commonAt[index] ?? -1];
    return others === undefined ? [] : [{ ...others, id }];
  });
}

function rulesOf(table: RuleTable): WorkbookRule[] {
  const { keys, names, common, commonAt, addresses, addressesAt } = table;
  const runs = new Map(table.runs.map(({ at, run }) => [at, run]));
  const pieces = addresses.map((address) =>
    typeof address === 'string' ? [{ text: address, isMapped: false }] : address,
  );
  return keys.flatMap((key, index) => {
    const others = common[commonAt[index] ?? -1];
    if (others === undefined) return [];
    const address = pieces[addressesAt[index] ?? -1] ?? [];
    return [{ ...others, key, name: names[index] ?? '', address, run: runs.get(index) ?? null }];
  });
}

/** Distinct values, and the index of the value at each position. */
function createDictionary<Value>() {
  const indexes = new Map<string, number>();
  const values: Value[] = [];
  const at: number[] = [];
  return {
    values,
    at,
    add(value: Value): void {
      const text = JSON.stringify(value);
      const index = indexes.get(text) ?? values.length;
      if (index === values.length) {
        indexes.set(text, index);
        values.push(value);
      }
      at.push(index);
    },
  };
}
