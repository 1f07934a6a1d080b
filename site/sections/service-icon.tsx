// The service icons, one family. Content names them; only those named here are built in.
import {
  Blocks,
  BrickWall,
  CalendarDays,
  Droplets,
  Fence,
  Flower2,
  Goal,
  House,
  KeyRound,
  Layers,
  type LucideIcon,
  PencilRuler,
  Rows3,
  Scissors,
  Shovel,
  Snowflake,
  Tractor,
  TreeDeciduous,
  Trees,
} from 'lucide-react'

const icons: Record<string, LucideIcon> = {
  blocks: Blocks,
  'brick-wall': BrickWall,
  'calendar-days': CalendarDays,
  droplets: Droplets,
  fence: Fence,
  'flower-2': Flower2,
  goal: Goal,
  house: House,
  'key-round': KeyRound,
  layers: Layers,
  'pencil-ruler': PencilRuler,
  'rows-3': Rows3,
  scissors: Scissors,
  shovel: Shovel,
  snowflake: Snowflake,
  tractor: Tractor,
  'tree-deciduous': TreeDeciduous,
  trees: Trees,
}

export function ServiceIcon({ name }: { name: string }) {
  const Icon = icons[name]
  if (!Icon) throw new Error(`There is no service icon called ${name}`)
  return <Icon className="service-icon" strokeWidth={1.8} aria-hidden="true" />
}
