// The icons of the header, footer and dialogs.
import { ChevronDown as Chevron, Mail, Menu, Phone, X } from 'lucide-react'

export const ChevronDown = () => <Chevron aria-hidden="true" />
export const MenuLines = () => <Menu aria-hidden="true" />
export const Close = () => <X aria-hidden="true" />
export const EmailIcon = () => <Mail aria-hidden="true" />
export const PhoneIcon = () => <Phone aria-hidden="true" />
