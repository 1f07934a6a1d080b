// Chooses a view of the enquiries, and opens the dialogs that save and manage views.
import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SavedView } from '#schemas/tables.ts'
import { Menu, type MenuGroup } from '../../../parts/menu.tsx'
import { useOwnId } from '../../../session/session.tsx'
import type { Filters } from '../filters.ts'
import { ManageViews } from './manage-views.tsx'
import { SaveView } from './save-view.tsx'
import { savedViewsQuery } from './saved-views.ts'
import { builtInViews, filtersOf, isSameView } from './view-filters.ts'

interface ViewsMenuProps {
  filters: Filters
  onShow(filters: Filters): void
}

interface Offered {
  key: string
  name: string
  filters: Filters
  detail?: string
}

export function ViewsMenu({ filters, onShow }: ViewsMenuProps) {
  const own = useOwnId()
  const { data: saved = [] } = useQuery(savedViewsQuery)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const opener = useRef<HTMLSpanElement>(null)
  const offered = {
    builtIn: builtInViews(own, filters.view).map((view): Offered => ({ key: view.name, ...view })),
    own: saved.filter(({ owner_id }) => owner_id === own).map(offer),
    others: saved.filter(({ owner_id }) => owner_id !== own).map(offerOfOther),
  }
  const chosen = [...offered.own, ...offered.others, ...offered.builtIn].find((view) =>
    isSameView(view.filters, filters),
  )
  const items = (views: Offered[]) =>
    views.map((view) => ({
      key: view.key,
      label: view.name,
      detail: view.detail,
      isChosen: view === chosen,
      onChoose: () => onShow(view.filters),
    }))

  function groups(): MenuGroup[] {
    return [
      { name: 'Built in', items: items(offered.builtIn) },
      { name: 'Your views', items: items(offered.own) },
      { name: 'Shared by colleagues', items: items(offered.others) },
      {
        name: 'Save and manage',
        items: [
          { key: 'save', label: 'Save this view…', onChoose: () => setDialog('save') },
          ...(saved.length > 0
            ? [{ key: 'manage', label: 'Rename or delete…', onChoose: () => setDialog('manage') }]
            : []),
        ],
      },
    ].filter((group) => group.items.length > 0)
  }

  const close = () => {
    setDialog(undefined)
    opener.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={opener} className="views">
      <Menu name="Views" groups={groups}>
        <Bookmark aria-hidden="true" />
        <span className="views-name">{chosen ? `View: ${chosen.name}` : 'Views'}</span>
      </Menu>
      {dialog === 'save' && <SaveView filters={filters} onClose={close} />}
      {dialog === 'manage' && <ManageViews views={saved} onClose={close} />}
    </span>
  )
}

function offer({ id, name, query, is_shared }: SavedView): Offered {
  const detail = is_shared ? { detail: 'Shared with everybody' } : {}
  return { key: id, name, filters: filtersOf(query), ...detail }
}

function offerOfOther({ id, name, query, owner_name }: SavedView): Offered {
  return { key: id, name, filters: filtersOf(query), detail: owner_name ?? 'A former colleague' }
}
