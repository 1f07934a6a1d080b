import { expect, test } from 'vitest'
import type { Catalogue, Table } from './catalogue.ts'
import { planRead } from './plan-read.ts'
import { readQuery } from './query-string.ts'
import { countRowsSql, jsonRowsSql } from './read-sql.ts'
import { render } from './sql.ts'

function table(name: string, columns: string[], primaryKey = ['id']): Table {
  return {
    name,
    columns: columns.map((column) => ({
      name: column,
      type: column === 'data' ? 'jsonb' : 'text',
      default: null,
    })),
    primaryKey,
    uniqueKeys: [primaryKey],
    isInsertable: true,
    isUpdatable: true,
    isDeletable: true,
    isGuarded: false,
    audience: null,
    isWrittenByVisitors: false,
  }
}

const profiles = table('profiles', ['id', 'full_name', 'data'])
const catalogue: Catalogue = {
  tables: new Map([
    ['profiles', profiles],
    ['user_roles', table('user_roles', ['id', 'user_id', 'role'])],
  ]),
  foreignKeys: [
    {
      name: 'user_roles_user_id_fkey',
      table: 'user_roles',
      columns: ['user_id'],
      target: 'profiles',
      targetColumns: ['id'],
    },
  ],
  routines: new Map(),
  textSearchConfigurations: new Set(['english']),
}

function statementFor(query: string) {
  return render(jsonRowsSql(planRead(catalogue, profiles, readQuery(query, false))))
}

test('columns from the catalogue are named in the statement', () => {
  expect(statementFor('select=id,full_name&id=eq.5&order=id.desc&limit=3')).toEqual({
    text: 'select row_to_json(r0) as body from (select t0."id" as "id", t0."full_name" as "full_name" from public."profiles" as t0 where (t0."id" = $1) order by t0."id" desc limit $2) as r0',
    values: ['5', 3],
  })
})

test('names that the caller makes up are bound', () => {
  const { text, values } = statementFor('select="x\'; drop table y; --":id,data->>"k\'"')
  expect(text).toBe(
    'select json_build_object($1::text, r0.c0, $2::text, r0.c1) as body from (select t0."id" as c0, (t0."data" ->> $3::text) as c1 from public."profiles" as t0) as r0',
  )
  expect(values).toEqual(["x'; drop table y; --", "k'", "k'"])
})

test('nothing that the caller sends stands in the statement', () => {
  const word = 'zzcallerzz'
  const { text } = statementFor(
    [
      `select=${word}:id,data->${word},user_roles(${word}:role)`,
      `full_name=eq.${word}&data->>${word}=in.(${word})`,
      `or=(id.like.${word},full_name.wfts(english).${word})`,
      `user_roles.role=imatch.${word}`,
    ].join('&'),
  )
  expect(text).not.toContain(word)
})

test('more than fifty made-up names still make one object', () => {
  const select = Array.from({ length: 120 }, (_, n) => `n${n}:data->k${n}`).join(',')
  const { text } = statementFor(`select=${select}`)
  expect(text.match(/json_build_object/g)).toHaveLength(3)
})

test('a count needs the embedded rows only when they decide', () => {
  const count = (query: string) =>
    render(countRowsSql(planRead(catalogue, profiles, readQuery(query, false)))).text
  expect(count('select=id,user_roles(role)')).toBe('select 1 from public."profiles" as t0')
  expect(count('select=id,user_roles!inner(role)')).toContain('inner join lateral')
  expect(count('select=id,user_roles()&user_roles=is.null')).toContain('e1.body is null')
})

test.each([
  ['select=nonesuch', '42703'],
  ['select=id::nonesuch', '42704'],
  ['nonesuch=eq.1', '42703'],
  ['order=nonesuch', '42703'],
  ['select=nonesuch(*)', 'PGRST200'],
  ['user_roles.role=eq.admin', 'PGRST108'],
  ['select=user_roles(*)&user_roles.nonesuch=eq.1', '42703'],
  ['select=user_roles(*)&order=user_roles(role)', 'PGRST118'],
  ['select=...user_roles(role)', 'PGRST119'],
  ['select=user_roles(*)&user_roles=eq.1', 'PGRST120'],
  ['select=a:id,b:id,c:id,d:id,e:id', 'PGRST100'],
  ['select=*,*,*,*,*', 'PGRST100'],
  ['full_name=fts(klingon).x', '42704'],
  ['full_name=match.(a{9}){99}', 'PGRST100'],
  [`or=(${Array(11).fill('full_name.like.*a*').join(',')})`, 'PGRST100'],
])('%s is refused with %s', (query, code) => {
  expect(() => planRead(catalogue, profiles, readQuery(query, false))).toThrow(
    expect.objectContaining({ code }),
  )
})
