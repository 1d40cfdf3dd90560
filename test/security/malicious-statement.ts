import fc from 'fast-check';

/** The names in a tenant's schema, by who may see them. */
export interface SchemaNames {
  readonly publicTables: readonly string[];
  readonly secretTables: readonly string[];
  readonly publicColumns: readonly string[];
  readonly secretColumns: readonly string[];
}

/**
 * SELECT statements of an attacker: secret tables beside public ones, common table
 * expressions with names of the schema in every quoting, nested to a depth of three. They end quickly: no recursion
 * without a limit.
 */
export function maliciousStatement(names: SchemaNames): fc.Arbitrary<string> {
  const quoted = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(
        name,
        fc.constantFrom('', '', '', '""', '[]', '``', "''"),
        fc.constantFrom('as it is', 'as it is', 'upper', 'lower'),
      )
      .map(([text, [open = '', close = ''], letters]) => {
        const spelled =
          letters === 'as it is' ? text : letters === 'upper' ? text.toUpperCase() : text.toLowerCase();
        return `${open}${spelled}${close}`;
      });
  const publicTable = fc.constantFrom(...names.publicTables);
  const secretTable = fc.constantFrom(...names.secretTables);
  const invented = fc.constantFrom('x', 'y', 'json_each', 'json_tree');
  const table = quoted(
    fc.oneof({ weight: 9, arbitrary: publicTable }, { weight: 2, arbitrary: secretTable }, invented),
  );
  const column = quoted(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('ID', 'Name') },
      fc.constantFrom(...names.publicColumns),
      fc.constantFrom(...names.secretColumns),
    ),
  );

  return fc.letrec<{ select: string; source: string; value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'sql' },
      { weight: 3, arbitrary: column },
      fc.tuple(table, column).map(([from, name]) => `${from}.${name}`),
      fc.constantFrom('1', "'a'", 'null'),
      fc
        .tuple(
          fc.constantFrom('count', 'max', 'group_concat', 'length', 'hex', 'quote', 'json_array'),
          tie('value'),
        )
        .map(([call, value]) => `${call}(${value})`),
      tie('select').map((select) => `(${select})`),
      tie('select').map((select) => `exists (${select})`),
    ),
    source: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'sql' },
      { weight: 6, arbitrary: table },
      table.map((from) => `main.${from}`),
      fc.tuple(table, table).map(([from, alias]) => `${from} as ${alias}`),
      fc.tuple(tie('select'), table).map(([select, alias]) => `(${select}) as ${alias}`),
      fc
        .tuple(tie('source'), fc.constantFrom(',', ' join ', ' natural join ', ' left join '), tie('source'))
        .map((parts) => parts.join('')),
    ),
    select: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'sql' },
      {
        weight: 5,
        arbitrary: fc
          .tuple(
            fc.oneof(
              { weight: 9, arbitrary: fc.constantFrom('*', '*', 'count(*)', '1') },
              fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((values) => values.join(', ')),
            ),
            tie('source'),
            fc.option(tie('value'), { freq: 2 }),
          )
          .map(
            ([columns, from, where]) =>
              `select ${columns} from ${from}${where === null ? '' : ` where ${where}`} limit 20`,
          ),
      },
      {
        weight: 4,
        arbitrary: fc
          .tuple(
            fc.constantFrom('with', 'WITH recursive', 'with /* */'),
            table,
            fc.constantFrom(
              'as',
              'AS',
              'as materialized',
              'as/**/not materialized',
              '(a) as',
              '(a, b, c) as',
            ),
            tie('select'),
            tie('select'),
          )
          .map(([verb, name, as, inner, outer]) => `${verb} ${name} ${as} (${inner}) ${outer}`),
      },
      // The shape of a known attack: everything named is read at once.
      {
        weight: 2,
        arbitrary: fc
          .tuple(table, table)
          .map(([name, from]) => `with ${name} as (select * from ${from}) select * from ${name}`),
      },
      fc
        .tuple(tie('select'), fc.constantFrom('union', 'union all', 'intersect', 'except'), tie('select'))
        .map(([one, join, other]) => `select * from (${one}) ${join} select * from (${other})`),
    ),
  })).select;
}
