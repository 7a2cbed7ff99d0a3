domain("d", entity="particle", edge="edge")
mass = concept("scalar", "M", "entity")
mass = concept("scalar", "M", "parameter")
