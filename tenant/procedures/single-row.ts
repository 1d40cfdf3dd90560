/** The Result of a query with one row, for scripts that perform an action instead of reading. */
export function singleRow(type: string, row: Readonly<Record<string, unknown>>): unknown {
  const key = row['ID'];
  return {
    IsAggregate: false,
    Count: 1,
    Columns: Object.keys(row).map((name) => ({
      Name: name,
      IsHidden: false,
      DDName: name,
      Title: name,
      DDTitle: name,
      Description: '',
      Type: typeof row[name] === 'number' ? 4 : 12,
      Format: null,
      Width: 0,
      TableKey: name === 'ID' ? 'Primary' : 'NotAKey',
      ForeignKey: null,
      TableName: type,
    })),
    FullCount: 1,
    Results: [
      { Entities: [{ Type: type, Key: typeof key === 'string' ? key : '', IsForeignKey: false }], Row: row },
    ],
    ReturnID: '',
  };
}
