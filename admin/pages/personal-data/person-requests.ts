// Asks the server for one person's data.
import { callStaff } from '../../api.ts'
import type { FoundPerson, Person } from './person.ts'

export const findPerson = (person: Person) => callStaff<FoundPerson>('find-person', person)
export const erasePerson = (person: Person) => callStaff<FoundPerson>('erase-person', person)
export const exportPerson = (person: Person) =>
  callStaff<Record<string, unknown>>('export-person', person)
