import { SQLDialect, SQLite } from '@codemirror/lang-sql';

/**
 * The keywords of a SQLite select statement. The editor's own list has all of SQL: it takes columns that tenants
 * have, such as `State` and `Name`, for keywords. Source: SQLite, "SQL Keywords" and "SELECT".
 */
const keywords = `all and as asc between by case cast collate cross current_date current_time current_timestamp desc distinct
else end escape except exclude exists filter following from full glob group groups having in indexed inner intersect is isnull join
left like limit materialized natural not notnull nulls offset on or order outer over partition preceding range recursive regexp right
rows select then ties unbounded union using values when where window with`;

/** The tenant's queries, which only read. */
export const queryDialect = SQLDialect.define({ ...SQLite.spec, keywords: keywords.replaceAll('\n', ' ') });
