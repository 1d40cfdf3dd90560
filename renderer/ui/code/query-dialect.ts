import { SQLDialect, SQLite } from '@codemirror/lang-sql';

/**
 * What a select statement of SQLite is made of. The editor's own list is that of all of SQL: it takes columns that tenants have,
 * `State` and `Name` among them, for words of the language. Source: SQLite, "SQL Keywords" and "SELECT".
 */
const keywords = `all and as asc between by case cast collate cross current_date current_time current_timestamp desc distinct
else end escape except exclude exists filter following from full glob group groups having in indexed inner intersect is isnull join
left like limit materialized natural not notnull nulls offset on or order outer over partition preceding range recursive regexp right
rows select then ties unbounded union using values when where window with`;

/** The tenant's queries, which only read. */
export const queryDialect = SQLDialect.define({ ...SQLite.spec, keywords: keywords.replaceAll('\n', ' ') });
