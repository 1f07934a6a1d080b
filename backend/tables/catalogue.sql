-- The exposed schema ($1) as one JSON document: see catalogue.ts for its shape.
with audiences (name, role) as (
  values ('staff', to_regrole('site_staff')), ('admin', to_regrole('site_admin'))
),
relations as (
  select c.oid, c.relname, c.reltype, pg_relation_is_updatable(c.oid, true) as events,
    c.relrowsecurity or c.relkind <> 'r' as is_guarded,
    -- The wider one, should it ever be granted to both.
    (
      select max(a.name) from audiences a join aclexplode(c.relacl) granted on granted.grantee = a.role
      where granted.privilege_type = 'SELECT'
    ) as audience,
    has_any_column_privilege('anon', c.oid, 'insert, update')
      or has_table_privilege('anon', c.oid, 'delete') as is_written_by_visitors
  from pg_class c
  where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
),
columns as (
  select a.attrelid, a.attnum, a.attname as name,
    -- With modifier -1 a char(3) is bpchar, so that a value too long is refused, not cut.
    format_type(a.atttypid, -1) as type,
    case
      when a.attgenerated <> '' then null
      when a.attidentity <> '' then format(
        'nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)
      )
      else pg_get_expr(d.adbin, d.adrelid)
    end as "default"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
),
keys as (
  select i.indrelid, i.indisprimary, (
    select json_agg(c.name order by k.position)
    from unnest(i.indkey::int2[]) with ordinality k (attnum, position)
    join columns c on c.attrelid = i.indrelid and c.attnum = k.attnum
  ) as names
  from relations r
  join pg_index i on i.indrelid = r.oid
  where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
),
tables as (
  select json_build_object(
    'name', r.relname,
    'columns', (
      select coalesce(json_agg(
        json_build_object('name', c.name, 'type', c.type, 'default', c."default") order by c.attnum
      ), '[]')
      from columns c where c.attrelid = r.oid
    ),
    'primaryKey', coalesce((select names from keys where indrelid = r.oid and indisprimary), '[]'),
    'uniqueKeys', coalesce((select json_agg(names) from keys where indrelid = r.oid), '[]'),
    'isUpdatable', r.events & 4 <> 0,
    'isInsertable', r.events & 8 <> 0,
    'isDeletable', r.events & 16 <> 0,
    'isGuarded', r.is_guarded,
    'audience', r.audience,
    'isWrittenByVisitors', r.is_written_by_visitors
  ) as "table"
  from relations r
),
foreign_keys as (
  select json_build_object(
    'name', k.conname,
    'table', source.relname,
    'columns', (
      select json_agg(c.name order by position)
      from unnest(k.conkey) with ordinality u (attnum, position)
      join columns c on c.attrelid = k.conrelid and c.attnum = u.attnum
    ),
    'target', target.relname,
    'targetColumns', (
      select json_agg(c.name order by position)
      from unnest(k.confkey) with ordinality u (attnum, position)
      join columns c on c.attrelid = k.confrelid and c.attnum = u.attnum
    )
  ) as foreign_key
  from pg_constraint k
  join relations source on source.oid = k.conrelid
  join relations target on target.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0
),
arguments as (
  select p.oid, u.position, u.mode, coalesce(u.name, '') as name, format_type(u.type, -1) as type,
    u.type as type_oid, p.provariadic <> 0 and u.mode = 'v' as is_variadic
  from pg_proc p
  cross join lateral rows from (
    unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])),
    unnest(coalesce(p.proargmodes, array_fill('i'::"char", array[p.pronargs]))),
    unnest(p.proargnames)
  ) with ordinality u (type, mode, name, position)
  where p.pronamespace = $1::text::regnamespace and u.type is not null
),
inputs as (
  select *, row_number() over (partition by oid order by position) as number
  from arguments where mode in ('i', 'b', 'v')
),
routines as (
  select json_build_object(
    'name', p.proname,
    'parameters', (
      select coalesce(json_agg(json_build_object(
        'name', i.name,
        'type', i.type,
        'isRequired', i.number <= p.pronargs - p.pronargdefaults,
        'isVariadic', i.is_variadic
      ) order by i.number), '[]')
      from inputs i where i.oid = p.oid
    ),
    'isVolatile', p.provolatile = 'v',
    'returnsSet', p.proretset,
    'returnsVoid', p.prorettype = 'void'::regtype,
    'audience', (
      select max(a.name) from audiences a join aclexplode(p.proacl) granted on granted.grantee = a.role
    ),
    'columns', coalesce(
      (
        select json_agg(
          json_build_object('name', a.name, 'type', a.type, 'default', null) order by a.position
        )
        from arguments a where a.oid = p.oid and a.mode in ('o', 'b', 't')
          and p.prorettype = 'record'::regtype
      ),
      (
        select json_agg(
          json_build_object('name', c.name, 'type', c.type, 'default', null) order by c.attnum
        )
        from columns c where c.attrelid = t.typrelid
      ),
      '[]'
    ),
    'table', (select r.relname from relations r where r.reltype = p.prorettype)
  ) as routine
  from pg_proc p
  join pg_type t on t.oid = p.prorettype
  where p.pronamespace = $1::text::regnamespace and p.prokind = 'f'
    -- Triggers and other internals are not for calling; a bare record has no known columns.
    and (t.typtype <> 'p' or p.prorettype in ('void'::regtype, 'record'::regtype))
    and (
      p.prorettype <> 'record'::regtype
      or exists (select from arguments a where a.oid = p.oid and a.mode in ('o', 'b', 't'))
    )
    and not exists (
      select from inputs i join pg_type it on it.oid = i.type_oid
      where i.oid = p.oid and it.typtype = 'p'
    )
)
select json_build_object(
  'tables', (select coalesce(json_agg("table"), '[]') from tables),
  'foreignKeys', (select coalesce(json_agg(foreign_key), '[]') from foreign_keys),
  'routines', (select coalesce(json_agg(routine), '[]') from routines),
  'textSearchConfigurations', (select coalesce(json_agg(cfgname), '[]') from pg_ts_config)
) as catalogue
