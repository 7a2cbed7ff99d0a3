size = concept("scalar", "-", "entity")
twice = concept("scalar", "-", "")
twice = size + size
